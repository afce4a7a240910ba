#include "core/workshop/class_check.h"

#include "core/base/error.h"
#include "core/base/files.h"

namespace mlplab::workshop {

CheckedFolder check_folder(const std::string& folder, const CheckOptions& options, const TimingOptions& timing) {
  CheckedFolder checked{.folder = folder};
  try {
    checked.work = open_work(folder);
    checked.check = check_work(*checked.work, options);
    if (checked.right() && checked.work->language->why_not_timed().empty())
      time_beside_plain(checked, timing, options.limits.stop);
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    checked.why_not = error.what();
  }
  return checked;
}

void time_beside_plain(CheckedFolder& one, const TimingOptions& timing, const Stop& stop) {
  std::vector<Variant> variants = kernel_variants(*one.work, one.work->language->sets_threads ? 0 : 1, stop);
  variants.resize(2);  // the plain version and the kernel
  const OperationStudy study = measure_variants(variants, {one.work->task->timed[1]}, timing, RunControl());
  if (stop && stop()) throw Stopped();
  for (const MeasuredOperation& point : study.points) {
    (point.variant == own_kernel ? one.time_s : one.plain_s) = point.why_not.empty() ? point.time_s : not_known;
    one.n = point.n;
  }
}

std::vector<std::filesystem::path> works_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> works;
  for (const std::filesystem::path& entry : entries_in(folder))
    if (file_at(entry / work_file)) works.push_back(entry);
  return works;
}

}  // namespace mlplab::workshop
