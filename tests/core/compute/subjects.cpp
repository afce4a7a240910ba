#include "tests/core/compute/subjects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "core/base/error.h"
#include "core/run/run_spec.h"
#ifdef MLPLAB_HAS_KERNELS
#include "core/compute/kernels/vector_backend.h"
#endif

namespace mlplab {
namespace {

std::string plain(std::string text) {
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return text;
}

void add(std::vector<Subject>& all, const BackendEntry& entry, int workers, const BackendOption* option,
         const std::string& value) {
  BackendOptions options;
  options.workers = workers;
  std::string name = entry.name + "_" + std::to_string(workers);
  if (option != nullptr) {
    options.values[option->name] = value;
    name += "_" + value;
  }
  try {
    check_backend(entry, options);
  } catch (const BackendError&) {  // a library that this choice needs is not here
    return;
  }
  all.push_back(
      {plain(name), [name = entry.name, options] { return make_backend(find_backend(name), options); }, entry.name});
}

std::vector<Subject> all_subjects() {
  std::vector<Subject> all;
  for (const BackendEntry& entry : backend_table()) {
    if (entry.name == "sequential" || !entry.why_not().empty()) continue;
    if (!entry.make) continue;
    std::vector<int> workers = {1};
    if (entry.workers_max() > 1)
      workers = {1, 5};  // past the cores of a small machine, and not a power of two; options below with 2
    for (const int count : workers) add(all, entry, count, nullptr, "");
    for (const BackendOption& option : entry.options)
      for (std::size_t v = 1; v < option.values.size(); ++v)
        if (std::ranges::find(option.approximate, option.values[v]) == option.approximate.end())
          add(all, entry, std::min(entry.workers_max(), 2), &option, option.values[v]);
  }
#ifdef MLPLAB_HAS_KERNELS
  for (std::size_t i = 0; i < kernels::usable_kernels().size(); ++i)
    for (const auto first_layer : {kernels::FirstLayer::sparse, kernels::FirstLayer::dense})
      all.push_back({plain("kernels_" + kernels::usable_kernels()[i].name) +
                         (first_layer == kernels::FirstLayer::sparse ? "" : "_dense"),
                     [i, first_layer]() -> std::unique_ptr<Backend> {
                       return std::make_unique<kernels::VectorBackend>(
                           kernels::usable_kernels()[i], std::make_unique<kernels::SerialTeam>(), first_layer);
                     }});
  // Caches so small that even the tests' layers are cut into groups of panels.
  static const kernels::Kernels small_cache = [] {
    kernels::Kernels kernels = kernels::best_kernels();
    kernels.cache_bytes = 48 << 10;
    return kernels;
  }();
  all.push_back({"kernels_small_cache_dense", []() -> std::unique_ptr<Backend> {
                   return std::make_unique<kernels::VectorBackend>(small_cache, std::make_unique<kernels::SerialTeam>(),
                                                                   kernels::FirstLayer::dense);
                 }});
#endif
  return all;
}

}  // namespace

std::vector<Subject> subjects() {
  std::vector<Subject> all = all_subjects();
  std::erase_if(all, [](const Subject& s) {
    // `_direct` matters only with convolutions; `_persistent` is for a few networks only
    // (tests/gpu/persistent_test.cpp).
    return s.name.ends_with("_direct") || s.name.ends_with("_persistent");
  });
  return all;
}

std::vector<Subject> subjects_for_images() {
  RunSpec spec;
  spec.model = {.input = {1, 8, 8}, .layers = {{Conv2d{2, {{3, 3}}}}, {Dense{2}}}};
  std::vector<Subject> all;
  for (Subject& subject : all_subjects()) {
    const bool knows = subject.entry.empty() || !find_backend(subject.entry).why_not_train ||
                       find_backend(subject.entry).why_not_train(spec.model, spec.optimizer, spec.options).empty();
    // Options of an MLP's first layer and of where threads run change nothing here.
    const bool twin =
        subject.name.ends_with("_dense") || subject.name.ends_with("_cores") || subject.name.ends_with("_persistent");
    if (knows && !twin) all.push_back(std::move(subject));
  }
  return all;
}

std::unique_ptr<Backend> reference_backend() { return make_backend(find_backend("sequential"), {}); }

std::string reproduce() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return std::string("reproduce with: core_compute_test --gtest_filter='") + test->test_suite_name() + "." +
         test->name() + "'";
}

}  // namespace mlplab
