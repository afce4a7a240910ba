// Searching and sorting are done here and not by a proxy: 5,000 new rows are then one change for the view.
#include "ui/notebook/notebook_model.h"

#include <QFont>
#include <QIcon>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/reporting/chart.h"
#include "core/reporting/table.h"
#include "ui/runs/run.h"
#include "ui/theme/icons.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {
namespace {

struct ColumnOfEntries {
  const char* id;
  const char* title;                                           // translated where it is shown
  double (*number)(const NotebookEntry& entry) = nullptr;      // of columns of numbers; NaN where there is none
  std::string (*exact)(const NotebookEntry& entry) = nullptr;  // default: the number
  QString (*shown)(const NotebookEntry& entry) = nullptr;      // default: exact
  QString (*hint)(const NotebookEntry& entry) = nullptr;       // default: what is shown
};

QString qt_text(const std::string& text) { return QString::fromStdString(text); }

QString dash() { return QStringLiteral("–"); }

QString or_dash(const QString& text) { return text.isEmpty() ? dash() : text; }

/// The titles of the entry's backends; a comparison or a profile has several.
QString backend_titles(const NotebookEntry& entry) {
  const QString separator = QStringLiteral(", ");
  QStringList titles;
  for (const QString& name : qt_text(entry.backend).split(separator, Qt::SkipEmptyParts))
    titles << backend_title(name.toStdString());
  return titles.join(separator);
}

QString epochs_shown(const NotebookEntry& entry) {
  if (entry.epochs == 0) return dash();
  const QString all = QLocale().toString(entry.epochs);
  if (entry.kind != EntryKind::run || entry.epochs_done == entry.epochs) return all;
  return mlplab::NotebookModel::tr("%1 of %2").arg(QLocale().toString(entry.epochs_done), all);
}

const std::array<ColumnOfEntries, NotebookModel::column_count> entry_columns{
    {{.id = "pinned",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Pin"),
      .exact = [](const NotebookEntry& entry) { return std::string(entry.notes.pinned ? "1" : "0"); },
      .shown = [](const NotebookEntry&) { return QString(); },
      .hint =
          [](const NotebookEntry& entry) {
            return entry.notes.pinned ? mlplab::NotebookModel::tr("Pinned: stands first. Click to let it go")
                                      : mlplab::NotebookModel::tr("Click to keep it first");
          }},
     {.id = "name",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Name"),
      .exact = [](const NotebookEntry& entry) { return entry.name; },
      .hint = [](const NotebookEntry& entry) { return qt_text(entry.path.string()); }},
     {.id = "kind",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Kind"),
      .exact = [](const NotebookEntry& entry) { return to_string(entry.kind); },
      .shown = [](const NotebookEntry& entry) { return qt_text(in_words(entry.kind)); }},
     {.id = "when",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "When"),
      .exact = [](const NotebookEntry& entry) { return entry.when; }},
     {.id = "state",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "State"),
      .exact = [](const NotebookEntry& entry) { return to_string(entry.state); },
      .shown = [](const NotebookEntry& entry) { return qt_text(in_words(entry.state)); },
      .hint = [](const NotebookEntry& entry) { return qt_text(entry.reason); }},
     {.id = "backend",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Backend"),
      .exact = [](const NotebookEntry& entry) { return entry.backend; },
      .shown = [](const NotebookEntry& entry) { return or_dash(backend_titles(entry)); }},
     {.id = "network",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Network"),
      .exact = [](const NotebookEntry& entry) { return entry.network; },
      .shown = [](const NotebookEntry& entry) { return or_dash(qt_text(entry.network)); }},
     {.id = "data",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Data"),
      .exact = [](const NotebookEntry& entry) { return entry.data; },
      .shown = [](const NotebookEntry& entry) { return or_dash(qt_text(entry.data)); }},
     {.id = "batch",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Batch"),
      .number = [](const NotebookEntry& entry) { return entry.batch > 0 ? entry.batch : not_known; },
      .shown = [](const NotebookEntry& entry) { return entry.batch > 0 ? QLocale().toString(entry.batch) : dash(); }},
     {.id = "learning_rate",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Learning rate"),
      .number = [](const NotebookEntry& entry) { return entry.learning_rate; },
      .shown =
          [](const NotebookEntry& entry) {
            return std::isfinite(entry.learning_rate) ? QLocale().toString(entry.learning_rate, 'g', 4) : dash();
          }},
     {.id = "seed",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Seed"),
      .number = [](const NotebookEntry& entry) { return entry.seed ? static_cast<double>(*entry.seed) : not_known; },
      .exact = [](const NotebookEntry& entry) { return entry.seed ? std::to_string(*entry.seed) : std::string(); },
      .shown = [](const NotebookEntry& entry) { return entry.seed ? QString::number(*entry.seed) : dash(); }},
     {.id = "epochs",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Epochs"),
      .number = [](const NotebookEntry& entry) { return entry.epochs > 0 ? entry.epochs_done : not_known; },
      .shown = epochs_shown},
     {.id = "accuracy_test",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Accuracy / %"),
      .number = [](const NotebookEntry& entry) { return entry.accuracy_test.value_or(not_known); },
      .shown =
          [](const NotebookEntry& entry) {
            return entry.accuracy_test ? share_figure_text(*entry.accuracy_test, 2) : dash();
          },
      .hint =
          [](const NotebookEntry&) {
            return mlplab::NotebookModel::tr("on the test images, after the last epoch that was evaluated");
          }},
     {.id = "time_s",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Time / s"),
      .number = [](const NotebookEntry& entry) { return entry.time_s; },
      .shown =
          [](const NotebookEntry& entry) {
            return std::isfinite(entry.time_s) ? display_number(entry.time_s) : dash();
          },
      .hint =
          [](const NotebookEntry& entry) {
            return entry.kind == EntryKind::sweep ? mlplab::NotebookModel::tr("of all its runs, evaluation included")
                                                  : mlplab::NotebookModel::tr("training only, without evaluation");
          }},
     {.id = "tags",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Tags"),
      .exact = [](const NotebookEntry& entry) { return tags_text(entry.notes.tags); }},
     {.id = "notes",
      .title = QT_TRANSLATE_NOOP("mlplab::NotebookModel", "Notes"),
      .exact = [](const NotebookEntry& entry) { return entry.notes.text; },
      .shown =
          [](const NotebookEntry& entry) {
            return entry.notes_unreadable.empty() ? qt_text(entry.notes.text) : mlplab::NotebookModel::tr("unreadable");
          },
      .hint =
          [](const NotebookEntry& entry) {
            return qt_text(entry.notes_unreadable.empty() ? entry.notes.text : entry.notes_unreadable);
          }}}};

const ColumnOfEntries& column_at(int column) { return entry_columns[static_cast<std::size_t>(column)]; }

bool is_number(int column) { return column_at(column).number != nullptr; }

std::string exact_cell(const NotebookEntry& entry, int column) {
  const ColumnOfEntries& own = column_at(column);
  return own.exact != nullptr ? own.exact(entry) : exact(own.number(entry));
}

QString shown_cell(const NotebookEntry& entry, int column) {
  const ColumnOfEntries& own = column_at(column);
  return own.shown != nullptr ? own.shown(entry) : qt_text(own.exact(entry));
}

QString hint_of(const NotebookEntry& entry, int column) {
  const ColumnOfEntries& own = column_at(column);
  return own.hint != nullptr ? own.hint(entry) : shown_cell(entry, column);
}

/// The text that a search looks through, in the words that are shown; kinds and states also by their names in files and
/// the terminal.
QString words_of(const NotebookEntry& entry) {
  QString words = QStringLiteral("%1 %2 %3 %4 %5 %6 %7 %8 %9")
                      .arg(qt_text(entry.name), qt_text(to_string(entry.kind)), qt_text(to_string(entry.state)),
                           qt_text(entry.backend), backend_titles(entry), qt_text(entry.network), qt_text(entry.data),
                           qt_text(entry.settings), qt_text(entry.reason));
  QStringList more{qt_text(in_words(entry.kind)), qt_text(in_words(entry.state)), qt_text(entry.when),
                   qt_text(tags_text(entry.notes.tags)), qt_text(entry.notes.text)};
  const QString rate = QLocale::c().toString(entry.learning_rate, 'g', 6);
  if (entry.batch > 0) more << mlplab::NotebookModel::tr("batch %1").arg(entry.batch);
  if (std::isfinite(entry.learning_rate)) more << mlplab::NotebookModel::tr("lr %1").arg(rate);
  if (entry.seed) more << mlplab::NotebookModel::tr("seed %1").arg(*entry.seed);
  return (words + QLatin1Char(' ') + more.join(QLatin1Char(' '))).toLower();
}

}  // namespace

NotebookModel::NotebookModel(QObject* parent) : QAbstractTableModel(parent) {}

void NotebookModel::set_theme(const Theme& theme) {
  theme_ = theme;
  if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, column_count - 1));
}

std::vector<QString> NotebookModel::search_words(const std::vector<NotebookEntry>& entries) {
  std::vector<QString> words;
  for (const NotebookEntry& entry : entries) words.push_back(words_of(entry));
  return words;
}

void NotebookModel::set_entries(std::vector<NotebookEntry> entries, std::vector<QString> words) {
  beginResetModel();
  entries_ = std::move(entries);
  words_ = words.size() == entries_.size() ? std::move(words) : search_words(entries_);
  arrange();
  Q_EMIT foundChanged();
}

void NotebookModel::set_search(const QString& words) {
  const QStringList wanted = words.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  if (wanted == search_) return;
  beginResetModel();
  search_ = wanted;
  arrange();
  Q_EMIT foundChanged();
}

void NotebookModel::set_kind(std::optional<EntryKind> kind) {
  if (kind == kind_) return;
  beginResetModel();
  kind_ = kind;
  arrange();
  Q_EMIT foundChanged();
}

void NotebookModel::set_within(std::optional<std::set<std::string>> paths) {
  if (paths == within_) return;
  beginResetModel();
  within_ = std::move(paths);
  arrange();
}

bool NotebookModel::is_found(std::size_t entry) const {
  return (!kind_ || entries_[entry].kind == *kind_) &&
         std::ranges::all_of(search_, [&](const QString& word) { return words_[entry].contains(word); });
}

std::vector<const NotebookEntry*> NotebookModel::found() const {
  std::vector<const NotebookEntry*> found;
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (is_found(i)) found.push_back(&entries_[i]);
  return found;
}

/// After beginResetModel().
void NotebookModel::arrange() {
  listed_.clear();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (is_found(i) && (!within_ || within_->contains(entries_[i].path.string()))) listed_.push_back(i);
  }
  // Before they are sorted: which of two networks of one name is the second does not depend on the order of the rows.
  std::vector<const NotebookEntry*> grouped;
  for (const std::size_t i : listed_) grouped.push_back(&entries_[i]);
  groups_ = groups_of(grouped, grouping_);
  std::vector<std::size_t> group_of(entries_.size());
  for (std::size_t group = 0; group < groups_.size(); ++group)
    for (std::size_t& member : groups_[group].members) member = listed_[member], group_of[member] = group;
  const auto before = [&](std::size_t left, std::size_t right) {
    const NotebookEntry &a = entries_[left], &b = entries_[right];
    if (a.notes.pinned != b.notes.pinned) return a.notes.pinned;
    const bool down = order_ == Qt::DescendingOrder;
    if (is_number(sorted_by_)) {
      const double x = column_at(sorted_by_).number(a), y = column_at(sorted_by_).number(b);
      if (std::isnan(x) != std::isnan(y)) return std::isnan(y);  // what is not known stands last
      if (!std::isnan(x) && x != y) return down ? x > y : x < y;
    } else if (sorted_by_ != pin_column) {
      const std::string x = exact_cell(a, sorted_by_), y = exact_cell(b, sorted_by_);
      if (x.empty() != y.empty()) return y.empty();
      if (x != y) return down ? x > y : x < y;
    }
    return a.when != b.when ? a.when > b.when : a.name > b.name;
  };
  std::ranges::sort(listed_, before);
  // A group stands where its first row would stand alone.
  for (RunGroup& group : groups_) group.members.clear();
  std::vector<std::size_t> order;
  for (const std::size_t entry : groups_.empty() ? std::vector<std::size_t>{} : listed_) {
    const std::size_t group = group_of[entry];
    if (groups_[group].members.empty()) order.push_back(group);
    groups_[group].members.push_back(entry);
  }
  std::vector<RunGroup> sorted;
  for (const std::size_t group : order) sorted.push_back(std::move(groups_[group]));
  groups_ = std::move(sorted);
  lay_out();
  endResetModel();
  Q_EMIT arranged();
}

void NotebookModel::sort(int column, Qt::SortOrder order) {
  if (column < 0 || column >= column_count || (column == sorted_by_ && order == order_)) return;
  beginResetModel();
  sorted_by_ = column;
  order_ = order;
  arrange();
}

int NotebookModel::row_of(const std::filesystem::path& path) const {
  const auto row =
      std::ranges::find_if(rows_, [&](const Row& each) { return each.group < 0 && entries_[each.entry].path == path; });
  return row == rows_.end() ? -1 : static_cast<int>(row - rows_.begin());
}

QString NotebookModel::column_id(int column) { return QLatin1String(column_at(column).id); }

QString NotebookModel::column_title(int column) { return tr(column_at(column).title); }

QString NotebookModel::to_csv(const std::vector<int>& shown) const {
  Table table;
  for (const int column : shown) table.header.emplace_back(column_at(column).id);
  table.header.emplace_back("path");
  const auto add = [&](std::size_t at, const std::string* group) {
    std::vector<std::string> cells;
    if (group != nullptr) cells.push_back(*group);
    for (const int column : shown) cells.push_back(exact_cell(entries_[at], column));
    cells.push_back(entries_[at].path.string());
    table.rows.push_back(std::move(cells));
  };
  if (groups_.empty()) {
    for (const std::size_t entry : listed_) add(entry, nullptr);
  } else {
    table.header.insert(table.header.begin(), "group");
    for (const RunGroup& group : groups_)
      for (const std::size_t entry : group.members) add(entry, &group.title);
  }
  return QString::fromStdString(mlplab::to_csv(table));
}

int NotebookModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int NotebookModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : column_count; }

QVariant NotebookModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  if (is_heading(index.row())) return heading(group_at(index.row()), index.column(), role);
  const NotebookEntry& entry = entry_at(index.row());
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return shown_cell(entry, column).replace(QLatin1Char('\n'), QLatin1Char(' '));
    case Qt::EditRole:
      return column == notes_column ? qt_text(entry.notes.text) : shown_cell(entry, column);
    case Qt::ToolTipRole:
      return hint_of(entry, column);
    case Qt::AccessibleTextRole:
      return column == pin_column ? hint_of(entry, column) : shown_cell(entry, column);
    case Qt::DecorationRole:
      if (column == pin_column) return icon(QStringLiteral("pin"), entry.notes.pinned ? theme_.accent : theme_.control);
      return {};
    case Qt::TextAlignmentRole:
      return headerData(column, Qt::Horizontal, role);
    case Qt::ForegroundRole:
      if (column == state_column && (entry.state == EntryState::failed || entry.state == EntryState::unreadable))
        return theme_.error;
      if (column == notes_column && !entry.notes_unreadable.empty()) return theme_.error;
      return column >= batch_column || column == name_column ? theme_.text : theme_.quiet;
    default:
      return {};
  }
}

bool NotebookModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || role != Qt::EditRole || is_heading(index.row())) return false;
  NotebookEntry entry = entry_at(index.row());
  const Notes before = entry.notes;
  switch (index.column()) {
    case pin_column:
      entry.notes.pinned = value.toBool();
      break;
    case tags_column:
      entry.notes.tags = parse_tags(value.toString().toStdString());
      break;
    case notes_column:
      entry.notes.text = value.toString().trimmed().toStdString();
      break;
    default:
      return false;
  }
  if (entry.notes == before) return false;
  if (!attempt(this, [&] { save_notes(entry.path, entry.notes); })) return false;
  entry.notes_unreadable.clear();
  entry.fingerprint = 0;  // its file has changed: it is read again with the next look
  const std::size_t at = row_at(index.row()).entry;
  const bool moves = index.column() == pin_column;
  if (moves) beginResetModel();
  words_[at] = words_of(entry);
  entries_[at] = std::move(entry);
  Q_EMIT noted();
  if (moves) {
    arrange();
    return true;
  }
  // A row that is being edited stays in its place, though it may no longer match the search.
  Q_EMIT dataChanged(this->index(index.row(), 0), this->index(index.row(), column_count - 1));
  return true;
}

Qt::ItemFlags NotebookModel::flags(const QModelIndex& index) const {
  if (index.isValid() && is_heading(index.row())) return Qt::ItemIsEnabled;
  Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  if (index.column() == tags_column || index.column() == notes_column) flags |= Qt::ItemIsEditable;
  return flags;
}

QVariant NotebookModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= column_count) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue((is_number(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  if (role == Qt::DisplayRole) return section == pin_column ? QString() : column_title(section);
  if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole) return column_title(section);
  return {};
}

}  // namespace mlplab
