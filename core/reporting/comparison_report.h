// A comparison as files: JSON (`mlplab-cli compare --json`), CSV, Markdown. A new figure goes into all three.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/reporting/table.h"
#include "core/study/comparison/comparison.h"
#include "core/study/comparison/published.h"

namespace mlplab {

/// A list with one object per row; what is not known is null, times are in seconds. 'noise', the verdict over all runs,
/// stands in each.
nlohmann::ordered_json comparison_json(const Comparison& comparison);
/// One row per backend: three significant digits, '–' for what is not known. With `published` a column of what the
/// matching implementation took there, on another machine.
TableInTwoForms comparison_table(const Comparison& comparison, const PublishedStudy* published = nullptr);
/// The rungs of its ladder (ladder.h), each with its factor over the one below and what it does more; no rows without
/// one.
TableInTwoForms ladder_table(const Comparison& comparison);
/// The notes below the table: the reading (noise first), the settings, the baseline, how equality is judged, why rows
/// are empty or rest on fewer runs, the source of the published numbers. One sentence each.
std::vector<std::string> comparison_notes(const Comparison& comparison, const PublishedStudy* published = nullptr);
/// The warnings of the row's runs, each once.
std::vector<std::string> warnings_of(const ComparisonRow& row);
/// The table and the notes.
std::string comparison_markdown(const Comparison& comparison, const PublishedStudy* published = nullptr);

/// The text beside a study's figures in a comparison: its further tables, with their titles above them, and the doubts
/// about the figures.
std::string published_markdown(const PublishedStudy& study);
/// The implementation that a published study has for a backend, or null.
const PublishedImplementation* published_for(const PublishedStudy& study, const std::string& backend);
/// Its figures for a backend in few words, its time scaled: '3.59 s, 91.37 %, 4 workers'; '' without any.
std::string published_words(const PublishedStudy& study, const Comparison& comparison, const std::string& backend);
/// Training images of an epoch, as a run or a limit says; 0 where neither does yet.
std::int64_t images_of(const Comparison& comparison);
/// Why the study's times cannot be laid beside those of the comparison, as half a sentence: other data, another
/// network, work that is not known. '' where they can.
std::string published_gap(const PublishedStudy& study, const Comparison& comparison);
/// The work of the comparison as a share of the study's, images × epochs; nothing where there is such a gap.
std::optional<double> published_share(const PublishedStudy& study, const Comparison& comparison);
/// Its time, in seconds, scaled to the images and epochs of the comparison; nothing without a study (null), or where
/// there is such a gap.
std::optional<double> published_time_s(const PublishedStudy* study, const Comparison& comparison,
                                       const std::string& backend);

}  // namespace mlplab
