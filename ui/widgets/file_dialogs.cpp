// The three are one dialog of Qt, set up differently.
#include "ui/widgets/file_dialogs.h"

#include <QFileDialog>
#include <QFileInfo>

namespace mlplab {

namespace {

QFileDialog* make_dialog(QWidget* asking, const QString& title, const QString& start, const QString& filter,
                         const PathAct& act) {
  auto* dialog = new QFileDialog(asking->window(), title, start, filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &QFileDialog::fileSelected, asking, act);
  return dialog;
}

}  // namespace

void ask_where_to_save(QWidget* asking, const QString& title, const QString& name, const QString& filter,
                       const PathAct& act) {
  QFileDialog* dialog = make_dialog(asking, title, name, filter, act);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QFileInfo(name).suffix());
  dialog->show();
}

void ask_for_file(QWidget* asking, const QString& title, const QString& filter, const PathAct& act) {
  QFileDialog* dialog = make_dialog(asking, title, {}, filter, act);
  dialog->setFileMode(QFileDialog::ExistingFile);
  dialog->show();
}

QFileDialog* make_folder_dialog(QWidget* asking, const QString& title, const QString& start, const PathAct& act) {
  QFileDialog* dialog = make_dialog(asking, title, start, {}, act);
  dialog->setFileMode(QFileDialog::Directory);
  return dialog;
}

}  // namespace mlplab
