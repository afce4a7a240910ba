// The form; the last folder and size are kept in the settings.
#include "ui/charts/export_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <cmath>

#include "core/base/error.h"
#include "ui/charts/chart_export.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

ExportDialog::ExportDialog(Chart chart, const QString& format, QWidget* parent)
    : QDialog(parent), data_(std::move(chart)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Save the chart '%1'").arg(QString::fromStdString(data_.title)));
  QSettings settings;
  auto* form = new QFormLayout((new DialogArea(this))->contents());
  form->setContentsMargins(16, 16, 16, 16);
  format_ = combo_box();
  format_->addItem(tr("PNG image"), QStringLiteral("png"));
  format_->addItem(tr("SVG drawing"), QStringLiteral("svg"));
  format_->addItem(tr("PDF page"), QStringLiteral("pdf"));
  format_->addItem(tr("CSV numbers"), QStringLiteral("csv"));
  form->addRow(tr("&Format"), format_);
  const auto millimetres = [&](double value, const QString& name) {
    auto* box = new NumberBox;
    box->setRange(40, 1000);
    box->setSuffix(tr(" mm"));
    box->setValue(static_cast<int>(std::lround(value)));
    box->mark_faults();
    box->setAccessibleName(name);
    return box;
  };
  width_ = millimetres(settings.value(QStringLiteral("export/width_mm"), 160).toDouble(), tr("Width"));
  height_ = millimetres(settings.value(QStringLiteral("export/height_mm"), 100).toDouble(), tr("Height"));
  auto* size = new QHBoxLayout;
  size->addWidget(width_, 1);
  size->addWidget(new QLabel(QStringLiteral("×")));
  size->addWidget(height_, 1);
  auto* size_label = new QLabel(tr("&Size"));
  size_label->setBuddy(width_);
  form->addRow(size_label, size);
  dpi_ = new NumberBox;
  dpi_->setRange(50, 1200);
  dpi_->setSuffix(tr(" dpi"));
  dpi_->setValue(settings.value(QStringLiteral("export/dpi"), 200).toInt());
  dpi_->mark_faults();
  form->addRow(tr("&Resolution"), dpi_);
  pixels_ = in_role(new QLabel, "small");
  form->addRow(QString(), pixels_);

  path_ = new QLineEdit;
  path_->setMinimumWidth(320);
  QString folder = settings.value(QStringLiteral("export/folder")).toString();
  if (!QDir(folder).exists() || folder.isEmpty()) {
    folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  }
  if (!QDir(folder).exists()) folder = QDir::homePath();
  path_->setText(QDir(folder).filePath(file_stem(QString::fromStdString(data_.title)) + QLatin1Char('.') + format));
  path_->setAccessibleName(tr("File"));
  auto* browse_button = new QPushButton(tr("&Choose…"));
  connect(browse_button, &QPushButton::clicked, this, &ExportDialog::browse);
  auto* file = new QHBoxLayout;
  file->addWidget(path_, 1);
  file->addWidget(browse_button);
  auto* file_label = new QLabel(tr("F&ile"));
  file_label->setBuddy(path_);
  form->addRow(file_label, file);
  error_ = wrapped_label("error");
  error_->hide();
  form->addRow(error_);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  set_role(buttons->button(QDialogButtonBox::Save), "primary");
  connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);
  form->addRow(buttons);

  connect(format_, &QComboBox::currentIndexChanged, this, &ExportDialog::format_changed);
  connect(width_, &QSpinBox::valueChanged, this, &ExportDialog::format_changed);
  connect(height_, &QSpinBox::valueChanged, this, &ExportDialog::format_changed);
  connect(dpi_, &QSpinBox::valueChanged, this, &ExportDialog::format_changed);
  format_->setCurrentIndex(format_->findData(format));
  format_changed();
}

void ExportDialog::format_changed() {
  const QString format = format_->currentData().toString();
  const bool image = format != QLatin1String("csv");
  width_->setEnabled(image);
  height_->setEnabled(image);
  dpi_->setEnabled(format == QLatin1String("png"));
  const auto in_pixels = [&](double mm) { return static_cast<int>(std::lround(mm / 25.4 * dpi_->value())); };
  pixels_->setText(format == QLatin1String("png")
                       ? tr("%1 × %2 pixels").arg(in_pixels(width_->value())).arg(in_pixels(height_->value()))
                       : tr("sharp at any size"));
  if (!image) pixels_->setText(tr("all points, full precision"));
  const QFileInfo info(path_->text());
  path_->setText(info.dir().filePath(info.completeBaseName() + QLatin1Char('.') + format));
}

void ExportDialog::browse() {
  auto* dialog = new QFileDialog(this, tr("Save the chart"), path_->text());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  connect(dialog, &QFileDialog::fileSelected, path_, &QLineEdit::setText);
  dialog->show();
}

void ExportDialog::accept() {
  try {
    for (const NumberBox* box : {width_, height_, dpi_})
      if (const QString why = box->fault(); !why.isEmpty() && box->isEnabled()) throw UsageError(why.toStdString());
    save_chart(data_, path_->text(), {{double(width_->value()), double(height_->value())}, dpi_->value()});
  } catch (const Error& error) {
    error_->setText(QString::fromUtf8(error.what()));
    error_->show();
    Q_EMIT failed(error_->text());
    return;
  }
  QSettings settings;
  settings.setValue(QStringLiteral("export/width_mm"), width_->value());
  settings.setValue(QStringLiteral("export/height_mm"), height_->value());
  settings.setValue(QStringLiteral("export/dpi"), dpi_->value());
  settings.setValue(QStringLiteral("export/folder"), QFileInfo(path_->text()).absolutePath());
  Q_EMIT saved(path_->text());
  QDialog::accept();
}

}  // namespace mlplab
