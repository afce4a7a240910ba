#include "core/workshop/kernel_roofline.h"

#include "core/base/language.h"
#include "core/workshop/device.h"
#include "core/workshop/timing.h"

namespace mlplab::workshop {

double bytes_at_least(const Task& task, const Sizes& sizes) {
  double bytes = 0.0;
  for (const Parameter& parameter : task.parameters)
    bytes += static_cast<double>(sizeof(float)) * static_cast<double>(count_of(shape_of(task, parameter, sizes)));
  return bytes;
}

std::vector<KernelPoint> roofline_points(const Task& task, const OperationStudy& study, const std::string& variant) {
  std::vector<KernelPoint> points;
  for (const MeasuredOperation& measured : study.points) {
    if (measured.variant != variant || !measured.why_not.empty() || !(measured.time_s > 0.0)) continue;
    const Sizes sizes = task.timed_shape(measured.n);
    points.push_back({measured.n, task.operations(sizes), bytes_at_least(task, sizes), measured.time_s});
  }
  return points;
}

KernelCeiling ceiling_of(const Ceilings& ceilings, const KernelPoint& point) {
  const std::string name = lowest_ceiling(ceilings, point.flop_per_s(), point.bytes_per_s());
  if (name.empty()) return {};
  for (const ReadingCeiling& reading : ceilings.readings) {
    if (reading.name != name) continue;
    if (point.flop == 0.0) return {name, reading.bytes_per_s, point.bytes_per_s() / reading.bytes_per_s};
    const double allowed = roof(ceilings, reading.bytes_per_s, point.intensity());
    return {name, allowed, point.flop_per_s() / allowed};
  }
  if (point.flop == 0.0) return {};  // multiply-adds do not bound what computes nothing
  return {name, ceilings.peak_flop_per_s, point.flop_per_s() / ceilings.peak_flop_per_s};
}

Ceilings ceilings_for(const Work& work, const OperationStudy& study, int workers) {
  Ceilings none;
  none.workers = workers;
  if (!gpu_of(work).empty()) none.absent = {say("the ceilings of a GPU are not measured")};
  return roofline_points(*work.task, study).empty() || !none.absent.empty() ? none : measure_ceilings(workers);
}

std::string why_no_roofline(const std::vector<KernelPoint>& points, const Ceilings& ceilings) {
  if (points.empty()) return say("the kernel has no time");
  if (ceilings.peak_flop_per_s > 0.0) return {};
  return ceilings.absent.empty() ? say("the ceilings of this machine were not measured") : ceilings.absent.front();
}

}  // namespace mlplab::workshop
