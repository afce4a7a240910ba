// The text of Help ▸ About.
#include <QCoreApplication>

#include "core/machine/host_info.h"
#include "core/machine/linked_libraries.h"
#include "ui/help/manual.h"

namespace mlplab {

namespace {

struct AboutText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::About)
};

}  // namespace

QString about_text() {
  const auto plain = [](const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); };
  const HostInfo host = host_info();
  QString rows;
  for (const LinkedLibrary& library : linked_libraries())
    rows += QStringLiteral(
                "<tr><td style='padding-right:18px'>%1</td><td style='padding-right:18px'>%2</td><td>%3</td></tr>")
                .arg(plain(library.name), plain(library.version), plain(library.licence));
  return QStringLiteral(
             "<h3>MLP Lab %1</h3><p>%2</p><p>%3<br>%4</p><p>%5</p><p><b>%6</b></p><table>%7</table><p>%8</p>")
      .arg(plain(host.version), AboutText::tr("A laboratory of parallel neural-network training."), plain(host.cpu),
           plain(host.compiler), AboutText::tr("Free software: GPL-3.0-or-later, without any warranty."),
           AboutText::tr("Linked with"), rows,
           AboutText::tr("MNIST is by Y. LeCun, C. Cortes and C. J. C. Burges, CC BY-SA 3.0."));
}

}  // namespace mlplab
