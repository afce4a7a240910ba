// Questions for files and folders. None is modal, so that a run goes on behind them; `act` gets the path where one is
// chosen while `asking` is still there.
#pragma once

#include <QString>
#include <functional>

class QFileDialog;
class QWidget;

namespace mlplab {

using PathAct = std::function<void(const QString& path)>;

/// `name`: what is suggested; its ending is added where none is typed.
void ask_where_to_save(QWidget* asking, const QString& title, const QString& name, const QString& filter,
                       const PathAct& act);
void ask_for_file(QWidget* asking, const QString& title, const QString& filter, const PathAct& act);
/// The dialog is yet to be shown.
QFileDialog* make_folder_dialog(QWidget* asking, const QString& title, const QString& start, const PathAct& act);

}  // namespace mlplab
