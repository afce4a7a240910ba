// The charts of single operations as pure functions of a kept study, for the page Operations and the lab report, with
// what others have published beside it.
#pragma once

#include "core/operations/kept_study.h"
#include "core/operations/published_operations.h"
#include "core/reporting/chart.h"

namespace mlplab {

/// Whether there is anything of `published` to draw beside it: a pooling has it only where kernel, stride and padding
/// are the same.
bool has_published_curves(const KeptStudy& kept, const PublishedOperations& published);
struct VariantLook {
  SeriesColor color;
  Marker marker = Marker::circle;
  bool copied = false;  // it looks like the variant that it copies, but for a dashed line
};
/// The look of each of the study's variants, in charts and in the table.
std::vector<VariantLook> looks_of(const OperationStudy& study);

/// Time over n, both logarithmic: a power of n is a straight line. `published` (optional): its curves that are shown,
/// dotted.
Chart operation_times_chart(const KeptStudy& kept, const PublishedOperations* published);
/// GFLOP/s of a product over n.
Chart product_rate_chart(const KeptStudy& kept);

/// Speedup over the size of the pool, under the ceiling by packets; `published` (optional): its pool as a point,
/// where the first pool here is one worker, as there.
Chart embedding_speedup_chart(const KeptStudy& kept, const PublishedOperations* published);
/// The medians of the phases on top of one another, a bar per size of the pool; no bars where none was timed.
Chart pool_phases_chart(const KeptStudy& kept);
/// Time over the size of the pool, every repeat's range as a bar.
Chart embedding_time_chart(const KeptStudy& kept);

}  // namespace mlplab
