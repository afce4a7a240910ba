// Measurements of single operations as tables and JSON (`mlplab-cli operations`).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "core/operations/embeddings.h"
#include "core/operations/product.h"
#include "core/operations/published_operations.h"
#include "core/reporting/table.h"

namespace mlplab {

/// One row per variant, one column per size: the time, or '–'.
Table operation_times(const OperationStudy& study);
/// At one size: time, spread, repeats, and how many times as fast as the first variant that was measured there, which
/// the title of that column names. A product has GFLOP/s, too.
Table operation_comparison(const OperationStudy& study, int n, bool product);
/// The largest size at which most variants were measured; nothing where none was.
std::optional<int> compared_size(const OperationStudy& study);
/// The facts that the tables leave out: for each variant the first size without a time and why, and every wrong result.
std::vector<std::string> operation_notes(const OperationStudy& study);
/// Which variant is the fastest at n, or that the repeats do not tell: '' where fewer than two were measured. Those
/// that time themselves, with another clock, are left out.
std::string fastest_sentence(const OperationStudy& study, int n);
/// How many times as fast as the first variant the fastest of those is; not known where the sentence is ''.
double greatest_gain(const OperationStudy& study, int n);
/// Others' curves, as printed.
Table published_times(const std::vector<PublishedOperationCurve>& curves);

/// One row per size of the pool.
Table embedding_table(const EmbeddingStudy& study);
std::string phase_in_words(PoolPhase phase);
/// One row per phase that was timed, one column per size of the pool: time and speedup; the last column is most_by().
Table phase_table(const EmbeddingStudy& study);
/// The embedded images, those found in photographs and where there was none, the phases and the law of the whole, and
/// whether every pool gave the same bits.
std::vector<std::string> embedding_sentences(const EmbeddingStudy& study);
/// The published pool beside one's own, in a sentence.
std::string published_embedding_sentence(const PublishedOperations& study);

nlohmann::ordered_json embedding_study_json(const EmbeddingStudy& study);
nlohmann::ordered_json operation_study_json(const OperationStudy& study);
nlohmann::ordered_json published_curves_json(const std::vector<PublishedOperationCurve>& curves);

}  // namespace mlplab
