#include "core/workshop/timing.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/layer_operations.h"
#include "core/machine/scratch_folder.h"
#include "core/workshop/device.h"
#include "core/workshop/kept_check.h"
#include "core/workshop/toolchain.h"

namespace mlplab::workshop {
namespace {

namespace fs = std::filesystem;

/// The outputs at size n as the reference has them; kept, since every variant asks for the same.
std::shared_ptr<const CheckCase> expected_at(const Task& task, int n) {
  static std::pair<std::string, std::shared_ptr<const CheckCase>> last;
  const std::string key = task.name + " " + std::to_string(n);
  if (last.first == key) return last.second;
  CheckCase one = timed_case(task, n);
  task.compute(*make_backend(reference_entry(), {}), one.sizes, one.operands);
  last = {key, std::make_shared<const CheckCase>(std::move(one))};
  return last.second;
}

std::string difference_in_words(const Task& task, const CheckCase& one, const Operands& found) {
  const std::optional<Difference> wrong = difference(task, one, found);
  if (!wrong) return {};
  return say("%1 is %2 and should be %3", element_in_words(task, one.sizes, wrong->parameter, wrong->first),
             value_in_words(wrong->found), value_in_words(wrong->expected));
}

class BackendOperation : public Operation {
 public:
  BackendOperation(const BackendEntry& entry, int workers, const Task& task, int n)
      : task_(task),
        n_(n),
        one_(timed_case(task, n)),
        backend_(make_backend(entry, {.workers = workers, .values = {}})) {
    if (task.of_images && layer_operations_of(*backend_).arranges_images())
      throw BackendError(say("it stores images in a layout of its own, and is not timed here"));
  }
  void run() override {
    (task_.at_work != nullptr ? task_.at_work : task_.compute)(*backend_, one_.sizes, one_.operands);
    backend_->wait();
  }
  std::string difference() override {
    task_.compute(*backend_, one_.sizes, one_.operands);
    return difference_in_words(task_, *expected_at(task_, n_), one_.operands);
  }

 private:
  const Task& task_;
  int n_;
  CheckCase one_;
  std::unique_ptr<Backend> backend_;
};

/// Medians of the parts over calls that were waited for one by one; what the whole took beside them is the host's.
DeviceParts device_parts_of(const mlplab_workshop::Case& seen, int repeats) {
  const auto middle = [&](const auto& seconds) {
    std::vector<double> all;
    for (int i = 0; i < repeats; ++i) all.push_back(seconds(i));
    return median(all);
  };
  const auto part = [&](int which) { return middle([&](int i) { return seen.parts_s[i][which]; }); };
  return {.memory_s = part(mlplab_workshop::device_memory),
          .to_device_s = part(mlplab_workshop::copies_to_device),
          .kernels_s = part(mlplab_workshop::kernels),
          .to_host_s = part(mlplab_workshop::copies_to_host),
          .other_s = middle([&](int i) {
            double other_s = seen.waited_s[i];
            for (const double part_s : seen.parts_s[i]) other_s -= part_s;
            return other_s;
          })};
}

/// A library of a kernel, verified and timed in a process of its own.
MeasuredOperation measure_library(const Work& work, const fs::path& library, int workers, const std::string& id, int n,
                                  const TimingOptions& options, const Stop& stop) {
  MeasuredOperation point{.variant = id, .n = n};
  const std::shared_ptr<const CheckCase> one = expected_at(*work.task, n);
  const Build& build = timed_build(*work.language);
  Limits limits;
  limits.time_s = 2.0 * options.limit_s + 10.0;
  limits.stop = stop;
  const int repeats = std::min(options.repeats, mlplab_workshop::most_repeats);
  const KernelRun run = run_kernel(build, process_for(*work.language, build, stop), library, {{one.get(), workers}},
                                   *work.task, limits, {repeats, options.time_s});
  if (!run.ended || run.calls.empty() || run.done() == 0) {
    point.why_not = say("the kernel has not come to its end; 'workshop check' says why");
    return point;
  }
  point.why_not = difference_in_words(*work.task, *one, run.calls.front().found);
  point.wrong = !point.why_not.empty();
  if (point.wrong) point.why_not = say("wrong result: %1", point.why_not);
  if (point.wrong) return point;
  const double* times = run.calls.front().seen.times_s;
  const std::vector<double> all(times, times + repeats);
  point.repeats = repeats;
  point.time_s = median(all);
  point.fastest_s = quantile(all, 0.0), point.slowest_s = quantile(all, 1.0);
  if (repeats > 1) point.spread = (point.slowest_s - point.fastest_s) / point.time_s;
  if (build.on_device) point.parts = device_parts_of(run.calls.front().seen, repeats);
  return point;
}

Variant library_variant(const Work& work, const std::string& id, const std::string& title, int workers,
                        const Stop& stop, std::function<fs::path()> library) {
  Variant variant{.id = id, .title = title, .device = gpu_of(work), .workers = workers, .order = work.task->order};
  variant.measure = [work, id, workers, stop, library = std::move(library)](int n, const TimingOptions& options) {
    return measure_library(work, library(), workers, id, n, options, stop);
  };
  return variant;
}

/// The plain version, on the GPU where the kernel computes there; compiled when it is first asked for.
Variant plain_variant(const Work& work, const Stop& stop) {
  const bool on_gpu = timed_build(*work.language).on_device;
  const Work plain = on_gpu ? plain_work(*work.task, work.language->name) : plain_work(*work.task);
  const std::string title = on_gpu ? say("the plain version, on the GPU") : say("the plain version, -O2");
  auto scratch = std::make_shared<ScratchFolder>(ScratchFolder::in(temporary_folder()));
  auto compiled = std::make_shared<fs::path>();
  return library_variant(plain, plain_kernel, title, 1, stop, [plain, scratch, compiled, stop] {
    if (compiled->empty()) {
      const fs::path library = scratch->path() / "plain.so";
      const Compiled result = compile_kernel(plain, timed_build(*plain.language), scratch->path(), library, stop);
      if (!result.ok) throw BackendError(say("the plain version was not compiled: %1", result.why_not()));
      *compiled = library;
    }
    return *compiled;
  });
}

}  // namespace

std::vector<Variant> kernel_variants(const Work& work, int workers, const Stop& stop) {
  const Task& task = *work.task;
  const fs::path library = checked_library(work);
  const int own_workers = work.language->sets_threads ? workers : 1;
  std::vector<Variant> variants = {
      plain_variant(work, stop),
      library_variant(work, own_kernel, say("this kernel"), own_workers, stop, [library] { return library; })};
  for (const BackendEntry& entry : backend_table()) {
    if (!entry.on_host() || !entry.make) continue;
    if (!task.is_operation && entry.name != reference_entry().name) continue;
    const int used = std::min(workers, std::max(1, entry.workers_max()));
    Variant variant{.id = entry.name,
                    .title = task.is_operation ? say(entry.title) : say("the loop that it is checked with"),
                    .workers = used,
                    .order = task.order};
    variant.why_not = entry.why_not();
    variant.make = [&entry, used, &task](int n) { return std::make_unique<BackendOperation>(entry, used, task, n); };
    variants.push_back(std::move(variant));
  }
  return variants;
}

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
