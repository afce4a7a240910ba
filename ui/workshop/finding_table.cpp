#include "ui/workshop/finding_table.h"

#include "core/base/language.h"
#include "core/workshop/words.h"
#include "ui/theme/icons.h"

namespace mlplab {

FindingTable::FindingTable(QObject* parent) : ColumnTable(parent) {
  const auto row = [this](int at) -> const Row& { return rows_[static_cast<std::size_t>(at)]; };
  set_columns({{tr("line"), [row](int at) { return row(at).line > 0 ? QString::number(row(at).line) : QString(); }},
               {tr("what"), [row](int at) { return row(at).text; }, true, {}, [row](int at) { return row(at).text; }}});
}

void FindingTable::show_check(const workshop::Work& work, const workshop::Check& check) {
  rows_.clear();
  const std::string file = work.source().filename().string();
  for (const workshop::CompilerMessage& message : check.messages) {
    const bool own = message.file == file;
    const std::string text = own ? message.text : workshop::in_words(message);
    rows_.push_back(
        {own ? message.line : 0, message.kind == "error" ? Kind::error : Kind::warning, QString::fromStdString(text)});
  }
  for (const workshop::Fault& fault : check.faults) {
    if (fault.code == "compile" && fault.line > 0) continue;  // said by the messages
    QString text = QString::fromStdString(workshop::sentence_with_build(work, fault));
    if (fault.other_line > 0) text += QLatin1Char(' ') + tr("The other access is at line %1.").arg(fault.other_line);
    rows_.push_back({fault.line, Kind::error, text});
  }
  for (const std::string& note : check.notes) rows_.push_back({0, Kind::note, QString::fromStdString(note)});
  set_rows(rows_.size());
}

void FindingTable::clear() {
  rows_.clear();
  set_rows(0);
}

std::vector<LineMark> FindingTable::marks() const {
  std::vector<LineMark> all;
  for (const Row& row : rows_)
    if (row.line > 0)
      all.push_back({row.line, row.kind == Kind::error ? LineMark::Kind::error : LineMark::Kind::warning, row.text});
  return all;
}

QVariant FindingTable::data(const QModelIndex& index, int role) const {
  if (role == Qt::DecorationRole && index.isValid() && index.column() == what_column) {
    switch (rows_[static_cast<std::size_t>(index.row())].kind) {
      case Kind::error:
        return icon(QStringLiteral("close"), theme_.error);
      case Kind::warning:
        return icon(QStringLiteral("warning"), theme_.warning);
      case Kind::note:
        return icon(QStringLiteral("info"), theme_.quiet);
    }
  }
  return ColumnTable::data(index, role);
}

}  // namespace mlplab
