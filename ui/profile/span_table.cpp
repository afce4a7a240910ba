// Cells with their units; 3 significant digits.
#include "ui/profile/span_table.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/reporting/charts/looks.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

SpanTableModel::SpanTableModel(QObject* parent) : ColumnTable(parent) {
  const auto length_s = [](const ProfileSpan& span) { return span.end_s - span.start_s; };
  const auto or_dash = [](bool there, const auto& text) { return there ? text() : QStringLiteral("–"); };
  set_columns({{tr("step"), [this](int row) { return at(row).step + 1; }},
               {tr("track"),
                [this](int row) {
                  const int track = at(row).track;
                  const bool there = track >= 0 && track < static_cast<int>(tracks_.size());
                  return there ? QString::fromStdString(tracks_[static_cast<std::size_t>(track)].title()) : QString();
                },
                true},
               {tr("operation"), [this](int row) { return QString::fromStdString(say(at(row).operation)); }, true},
               {tr("part"), [this](int row) { return QString::fromStdString(look_of(at(row).part).name); }, true},
               {tr("start"), [this](int row) { return display_time(at(row).start_s); }},
               {tr("duration"), [this, length_s](int row) { return display_time(length_s(at(row))); }},
               {tr("moved"),
                [this, or_dash](int row) {
                  const auto bytes = static_cast<double>(at(row).bytes);
                  return or_dash(bytes > 0, [&] { return display_bytes(bytes); });
                }},
               {tr("GB/s"), [this, or_dash, length_s](int row) {
                  const double bytes = static_cast<double>(at(row).bytes), s = length_s(at(row));
                  return or_dash(bytes > 0 && s > 0.0, [&] { return display_number(1e-9 * bytes / s); });
                }}});
}

void SpanTableModel::set_profile(const StepProfile& profile) {
  tracks_ = profile.tracks;
  spans_ = profile.spans;
  std::ranges::stable_sort(spans_, {}, &ProfileSpan::start_s);
  set_rows(spans_.size());
}

}  // namespace mlplab
