// A study of single operations: the time of each variant at each size, what the program reads in it.
#include <cmath>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/unreachable.h"
#include "core/reporting/lab/draft.h"
#include "core/reporting/operations_report.h"

namespace mlplab {
namespace {

std::string title_of_laboratory(LaboratoryKind kind) {
  switch (kind) {
    case LaboratoryKind::pooling:
      return say("max pooling");
    case LaboratoryKind::product:
      return say("matrix products");
    case LaboratoryKind::embeddings:
      return say("embeddings in a pool");
  }
  unreachable();
}

/// A row per variant and size that was timed.
ReportTable times_table(const std::string& stem, const OperationStudy& study) {
  TableInTwoForms both;
  for (const MeasuredOperation& point : study.points) {
    if (!std::isfinite(point.time_s)) continue;
    both.begin_row();
    both.add(say("variant"), "variant", point.variant);
    both.add(say("size"), "size", std::to_string(point.n));
    both.number(say("time s"), "time_s", point.time_s);
    both.number(say("spread"), "spread", point.spread);
    both.add(say("repeats"), "repeats", std::to_string(point.repeats));
  }
  ReportTable table = report_table(stem, std::move(both));
  table.caption =
      say("Medians of the repeats of each variant at each size; the spread is the largest less the smallest, as a "
          "share of the median. Each variant was verified before it was timed.");
  return table;
}

}  // namespace

void add_operations_section(ReportDraft& draft, const EntryName& name, const KeptStudy& kept) {
  const OperationStudy& study = kept.study;
  ReportSection section{.title = say("%1: %2", capital(name.text), title_of_laboratory(kept.kind)), .parts = {}};
  SettingRows settings{{say("operation"), title_of_laboratory(kept.kind)}, {say("measured on"), kept.when}};
  if (kept.kind == LaboratoryKind::pooling)
    settings.emplace_back(say("window"), say("kernel %1, stride %2, padding %3", kept.pooling.kernel,
                                             kept.pooling.stride, kept.pooling.padding));
  section.parts.emplace_back(settings_table(settings, say("Settings of %1", name.text)));
  ReportTable table = times_table(file_stem_of(name.id), study);
  if (!table.exact.rows.empty()) section.parts.emplace_back(std::move(table));
  std::vector<std::string> reading;
  if (kept.kind == LaboratoryKind::embeddings)
    reading = embedding_sentences(kept.embeddings);
  else if (const std::optional<int> n = compared_size(study))
    reading.push_back(fastest_sentence(study, *n));
  std::erase(reading, std::string());
  add_reading(section, std::move(reading));
  draft.add_machine(name, machine_of_study({.cpu = kept.machine}));
  for (const std::string& warning : in_words(study.warnings)) draft.doubt(name.text, warning);
  for (const std::string& note : operation_notes(study)) draft.doubt(name.text, note);
  if (kept.stopped) draft.doubt(name.text, say("it was stopped before its end"));
  draft.sections.push_back(std::move(section));
}

}  // namespace mlplab
