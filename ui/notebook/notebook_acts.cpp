// The actions on the chosen entries.
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QUrl>
#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/notebook/trash.h"
#include "core/run/run_record.h"
#include "ui/notebook/notebook_page.h"
#include "ui/notebook/parallel_card.h"
#include "ui/notebook/run_comparison.h"
#include "ui/runs/run_session.h"
#include "ui/theme/icons.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/tables.h"

namespace mlplab {

void NotebookPage::compare_chosen() {
  comparison_->show();
  comparison_->compare(chosen());
}

void NotebookPage::show_chosen() {
  const std::vector<const NotebookEntry*> entries = chosen_entries();
  if (entries.size() != 1 || entries.front()->state == EntryState::unreadable) return;
  const EntryKind kind = entries.front()->kind;
  const std::filesystem::path path = entries.front()->path;
  attempt(this, [&] {
    switch (kind) {
      case EntryKind::run:
        training_.open(path);
        Q_EMIT pageWanted(QStringLiteral("train"));
        break;
      case EntryKind::sweep:
        Q_EMIT pageWanted(QStringLiteral("scale"));
        Q_EMIT sweepWanted(path);
        break;
      case EntryKind::comparison:
        Q_EMIT pageWanted(QStringLiteral("compare"));
        Q_EMIT comparisonWanted(path);
        break;
      case EntryKind::profile:
        Q_EMIT pageWanted(QStringLiteral("profile"));
        Q_EMIT profileWanted(path);
        break;
      case EntryKind::operations:
        Q_EMIT pageWanted(QStringLiteral("operations"));
        Q_EMIT operationsWanted(path);
        break;
    }
  });
}

void NotebookPage::run_again() {
  const std::vector<const NotebookEntry*> entries = chosen_entries();
  if (entries.size() != 1 || entries.front()->kind != EntryKind::run) return;
  attempt(this, [&] {
    const RunSpec spec = read_run_spec(entries.front()->path);
    if (!may_measure(spec)) return;
    training_.start(spec);
    Q_EMIT pageWanted(QStringLiteral("train"));
  });
}

/// Deleted runs leave the window's list, too. A measurement in progress may be writing entries that are not runs.
void NotebookPage::delete_chosen() {
  const bool measuring = !training_.active() && !why_busy().isEmpty();
  std::vector<Trashed> moved;
  QStringList refused;
  for (const NotebookEntry* entry : chosen_entries()) {
    try {
      if (measuring && entry->kind != EntryKind::run) throw InputError(why_busy().toStdString());
      moved.push_back(move_to_trash(entry->kind, entry->path, trash_));
    } catch (const Error& error) {
      refused << QString::fromUtf8(error.what());
    }
  }
  std::set<std::string> gone;
  for (const Trashed& one : moved) gone.insert(one.was.string());
  std::vector<Run*> listed;
  for (const auto& run : training_.runs()) {
    if (gone.contains(run->folder.string())) listed.push_back(run.get());
  }
  for (Run* run : listed) training_.remove(*run);
  if (!moved.empty()) {
    std::vector<NotebookEntry> left;
    std::ranges::copy_if(model_.entries(), std::back_inserter(left),
                         [&](const NotebookEntry& entry) { return !gone.contains(entry.path.string()); });
    ++changes_;
    const auto count = static_cast<int>(moved.size());
    Deletion deletion{.file = {}, .entries = std::move(moved)};
    try {
      deletion.file = keep_deletion(deletion.entries, trash_);
    } catch (const Error& error) {  // it can be undone until the window is closed
      refused << QString::fromUtf8(error.what());
    }
    deleted_.push_back(std::move(deletion));
    model_.set_entries(std::move(left));
    show_sentence(count == 1 ? tr("One is in the trash; Undo puts it back.")
                             : tr("%L1 are in the trash; Undo puts them back.").arg(count));
  }
  refused.removeDuplicates();
  if (!refused.isEmpty()) Q_EMIT failed(refused.join(QLatin1Char(' ')));
}

void NotebookPage::undo_delete() {
  if (deleted_.empty()) return;
  const Deletion deletion = std::move(deleted_.back());
  deleted_.pop_back();
  ++changes_;
  std::vector<NotebookEntry> entries = model_.entries();
  std::vector<std::filesystem::path> back;
  QStringList refused;
  for (const Trashed& gone : deletion.entries) {
    try {
      restore(gone);
      entries.push_back(read_entry(gone.kind, gone.was));
      back.push_back(gone.was);
    } catch (const Error& error) {
      refused << QString::fromUtf8(error.what());
    }
  }
  if (refused.isEmpty()) forget_deletion(deletion);
  model_.set_entries(std::move(entries));
  choose(back);
  show_choice();
  show_sentence();
  if (!refused.isEmpty()) Q_EMIT failed(refused.join(QLatin1Char(' ')));
}

void NotebookPage::ask_where_to_export(bool all) {
  QFileDialog* dialog = make_folder_dialog(this, tr("A folder for the copies"), {},
                                           [this, all](const QString& folder) { export_to(folder, all); });
  dialog->show();
}

void NotebookPage::export_to(const QString& folder, bool all) {
  if (exporter_.busy()) return Q_EMIT failed(tr("Something is being copied or deleted still: wait for its end."));
  std::vector<std::filesystem::path> paths = chosen();
  if (all) {
    paths.clear();
    for (const NotebookEntry* entry : model_.listed()) paths.push_back(entry->path);
  }
  const std::filesystem::path target = folder.toStdString();
  const std::string table = to_csv().toStdString();
  show_sentence(tr("Copying…"));
  exporter_.ask([this, paths, target, table, folder](const std::atomic<bool>& stop) -> Background::Finish {
    QStringList refused;
    int copied = 0;
    try {
      make_folder(target);
      write_file_atomically(target / "runs.csv", table);
    } catch (const std::exception& error) {
      refused << QString::fromUtf8(error.what());
    }
    for (const std::filesystem::path& path : paths) {
      if (stop || !refused.isEmpty()) break;
      try {
        export_entry(path, target);
        ++copied;
      } catch (const std::exception& error) {
        refused << QString::fromUtf8(error.what());
      }
    }
    return [this, refused, copied, folder] {
      show_sentence();
      if (refused.isEmpty()) {
        Q_EMIT saved(tr("%L1 copies and the table in %2").arg(copied).arg(QDir::toNativeSeparators(folder)));
      } else {
        Q_EMIT failed(tr("%1 (%L2 were copied.)").arg(refused.first()).arg(copied));
      }
    };
  });
}

void NotebookPage::fill_menu(QMenu* menu) {
  menu->clear();
  qDeleteAll(menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));  // which clear() takes out, and leaves alive
  QMenu* groups = menu->addMenu(tr("&Group"));
  connect(groups, &QMenu::aboutToShow, this, [this, groups] { fill_grouping_menu(groups); });
  QMenu* columns = menu->addMenu(tr("Co&lumns"));
  for (int i = 0; i < NotebookModel::column_count; ++i) {
    QAction* action = columns->addAction(NotebookModel::column_title(i));
    action->setCheckable(true);
    action->setChecked(!table_->isColumnHidden(i));
    connect(action, &QAction::toggled, this, [this, i](bool on) { show_column(i, on); });
  }
  columns->addSeparator();
  columns->addAction(tr("As &usual"), this, &NotebookPage::show_usual_columns);
  menu->addSeparator();
  menu->addAction(tr("&Copy as CSV"), this, [this] { QGuiApplication::clipboard()->setText(to_csv()); });
  menu->addAction(tr("&Save as CSV…"), this, [this] {
    ask_where_to_save(this, tr("Save the table"), QStringLiteral("runs.csv"), tr("Tables (*.csv)"),
                      [this](const QString& path) {
                        attempt(this, [&] {
                          write_file_atomically(path.toStdString(), to_csv().toStdString());
                          Q_EMIT saved(path);
                        });
                      });
  });
  menu->addAction(tr("Export &all that are listed…"), this, [this] { ask_where_to_export(true); });
  menu->addAction(tr("&Read the folders again"), this, &NotebookPage::refresh);
  menu->addSeparator();
  const int count = entries_in_trash(trash_);
  menu->addAction(tr("Delete what is in the trash for good (%L1)").arg(count), this, &NotebookPage::empty)
      ->setEnabled(count > 0);
}

/// Gigabytes take a while.
void NotebookPage::empty() {
  if (exporter_.busy()) return Q_EMIT failed(tr("Something is being copied or deleted still: wait for its end."));
  deleted_.clear();
  show_choice();
  exporter_.ask([this, trash = trash_](const std::atomic<bool>&) -> Background::Finish {
    QString refused;
    try {
      empty_trash(trash);
    } catch (const std::exception& error) {
      refused = QString::fromUtf8(error.what());
    }
    return [this, refused] {
      if (!refused.isEmpty()) Q_EMIT failed(refused);
    };
  });
}

void NotebookPage::show_row_menu(const QPoint& at) {
  const QModelIndex index = table_->currentIndex();  // the menu key has no row under it
  if (!index.isValid()) return;
  if (model_.is_heading(index.row())) return show_heading_menu(index.row(), at);
  QMenu* menu = passing_menu(this);
  for (const QToolButton* made : buttons_) {
    if (made->objectName() == QLatin1String("undo") || made->isCheckable()) continue;
    QAction* action =
        menu->addAction(icon(made->property("image").toString(), theme_), made->text(), made, &QToolButton::click);
    action->setEnabled(made->isEnabled());
  }
  menu->addSeparator();
  const std::filesystem::path path = model_.entry_at(index.row()).path;
  for (const int column : {NotebookModel::tags_column, NotebookModel::notes_column}) {
    menu->addAction(column == NotebookModel::tags_column ? tr("Edit its &tags") : tr("Edit its &notes"), this,
                    [this, path, column] {
                      const int row = model_.row_of(path);
                      show_column(column, true);
                      if (row >= 0) table_->edit(model_.index(row, column));
                    });
  }
  const bool pinned = model_.entry_at(index.row()).notes.pinned;
  menu->addAction(icon(QStringLiteral("pin"), theme_), pinned ? tr("Un&pin") : tr("&Pin"), this, [this, path, pinned] {
    const int row = model_.row_of(path);
    if (row >= 0) model_.setData(model_.index(row, NotebookModel::pin_column), !pinned);
  });
  menu->addAction(icon(QStringLiteral("folder"), theme_), tr("Open its &folder"), this, [path] {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::is_directory(path, error) ? path : path.parent_path();
    QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(folder.string())));
  });
  menu->popup(table_->viewport()->mapToGlobal(at));
}

QStringList NotebookPage::save_all(const QString& folder) {
  if (model_.entries().empty()) return {};
  const QString path = folder + QStringLiteral("/runs.csv");
  write_file_atomically(path.toStdString(), to_csv().toStdString());
  QStringList written{path};
  if (!parallel_->isHidden()) written << parallel_->save_all(folder);
  return written;
}

}  // namespace mlplab
