// mlplab-cli bench: how fast the operations and whole training steps of each backend are, in GFLOP/s and as a share of
// what this machine's multiply-add units can do. Every product is compared with `sequential` before it is timed. To add
// a measurement: a register_… function here, called for each backend by run_benchmarks.
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>

#include "app/cli/bench_parts.h"
#include "app/cli/commands.h"
#include "app/cli/live_line.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/random.h"
#include "core/compute/backend_table.h"
#include "core/compute/step_engine.h"
#include "core/data/load.h"
#include "core/machine/host_info.h"
#include "core/study/profile/ceilings.h"

namespace mlplab {
namespace {

struct BenchOptions {
  std::string filter = ".";
  double min_time_s = 0.2;
  int repeats = 3;
  bool json = false;
  bool gpu = false;
};

/// A product of a training step of 784-256-10.
struct GemmShape {
  const char* name;
  bool transpose_a, transpose_b;
  int m, n, k;
};
std::vector<GemmShape> gemm_shapes(int batch) {
  return {{"forward", false, true, batch, 256, 784},
          {"weight-gradient", true, false, 256, 784, batch},
          {"output", false, true, batch, 10, 256},
          {"input-gradient", false, false, batch, 256, 10}};
}
constexpr int batches[] = {16, 64, 512};
constexpr std::int64_t steps_at_a_time = 8;
constexpr double bound = 1e-4;

/// Operands in a backend's memory.
struct Operands {
  Operands(Backend& backend, const GemmShape& p) {
    a = random_operand(backend, std::size_t(p.m) * p.k, 1);
    b = random_operand(backend, std::size_t(p.n) * p.k, 2);
    c = random_operand(backend, std::size_t(p.m) * p.n, 3);
    gemm.transpose_a = p.transpose_a, gemm.transpose_b = p.transpose_b;
    gemm.m = p.m, gemm.n = p.n, gemm.k = p.k;
    gemm.lda = p.transpose_a ? p.m : p.k, gemm.ldb = p.transpose_b ? p.k : p.n, gemm.ldc = p.n;
    gemm.a = a.as<float>(), gemm.b = b.as<float>(), gemm.c = c.as<float>();
  }
  std::vector<float> result(Backend& backend) const {
    std::vector<float> values(c.bytes() / sizeof(float));
    backend.gemm(gemm);
    backend.wait();
    backend.download(c.data(), c.bytes(), values.data());
    return values;
  }
  Buffer a, b, c;
  Gemm gemm;
};

/// '' or how the product differs from sequential's.
std::string difference(Backend& backend, const GemmShape& p) {
  const auto reference = make_backend(find_backend("sequential"), {});
  const std::vector<float> right = Operands(*reference, p).result(*reference),
                           values = Operands(backend, p).result(backend);
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!(std::fabs(values[i] - right[i]) <= bound * (std::fabs(right[i]) + std::sqrt(static_cast<float>(p.k)))))
      return say("element %1 is %2, should be %3", i, std::to_string(values[i]), std::to_string(right[i]));
  return "";
}

void register_products(const std::shared_ptr<const Subject>& subject) {
  for (const int batch : batches)
    for (const GemmShape& p : gemm_shapes(batch)) {
      const std::string name = "product/" + subject->name + "/" + p.name + "/batch:" + std::to_string(batch);
      const auto run = [subject, p](benchmark::State& state) {
        const auto backend = make_backend(subject->entry, {.workers = subject->workers, .values = {}});
        if (const std::string why = difference(*backend, p); !why.empty()) {
          state.SkipWithError(say("wrong result: %1", why).c_str());
          return;
        }
        const Operands operands(*backend, p);
        measure(state, 2.0 * p.m * p.n * p.k, subject->peak, 0.0, [&] {
          backend->gemm(operands.gemm);
          backend->wait();
        });
      };
      benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->Unit(benchmark::kMicrosecond);
    }
}

/// Whole steps of 784-256-10 with SGD on MNIST images; the operations counted are those of the dense network.
void register_steps(const std::shared_ptr<const Subject>& subject, const std::shared_ptr<const Dataset>& data) {
  std::vector<std::map<std::string, std::string>> choices = {{}};
  for (const BackendOption& option : subject->entry.options)
    for (std::size_t v = 1; v < option.values.size(); ++v) choices.push_back({{option.name, option.values[v]}});
  for (const auto& choice : choices)
    for (const int batch : batches) {
      std::string name = "step/" + subject->name;
      for (const auto& [option, value] : choice) name += "/" + option + "=" + value;
      name += "/batch:" + std::to_string(batch);
      const auto run = [subject, data, choice, batch](benchmark::State& state) {
        std::unique_ptr<Backend> backend;
        try {
          backend = make_backend(subject->entry, {.workers = subject->workers, .values = choice});
        } catch (const BackendError& error) {  // a library that this choice needs is not here
          state.SkipWithError(error.what());
          return;
        }
        StepPlan plan;
        plan.model = make_mlp({data->features(), 256, data->classes()}, Activation::relu);
        plan.batch = batch, plan.train = &data->train;
        const auto engine = make_step_engine(*backend, plan);
        engine->set_state(initial_state(plan.model, plan.optimizer, 1));
        engine->begin_epoch(sampling_order(data->train.size(), 1, 0));
        const std::vector<float> rates(steps_at_a_time, 0.01F);
        const double images = static_cast<double>(steps_at_a_time) * batch;
        const double operations = images * 2.0 * 256 * (2.0 * data->features() + 3.0 * data->classes());
        std::int64_t first = 0;
        measure(state, operations, subject->peak, images, [&] {
          engine->train(first, rates);
          backend->wait();
          first += steps_at_a_time;
          if ((first + steps_at_a_time) * batch > static_cast<std::int64_t>(data->train.size())) first = 0;
        });
      };
      benchmark::RegisterBenchmark(name.c_str(), run)->UseManualTime()->Unit(benchmark::kMicrosecond);
    }
}

/// '' where it ran. Google Benchmark 1.8 (Ubuntu 24.04) has other words for it than 1.7 (Debian 12).
template <class Run>
std::string why_skipped(const Run& run) {
  if constexpr (requires { run.error_message; })
    return run.error_occurred ? run.error_message : std::string();
  else
    return run.skip_message;
}

/// One line a measurement: the median of the repeats, their spread, and the rates.
class BenchTable : public benchmark::BenchmarkReporter {
 public:
  explicit BenchTable(Ceilings ceilings) : ceilings_(std::move(ceilings)) {}
  bool ReportContext(const Context& /*context*/) override {
    const HostInfo host = host_info();
    const auto tell = [](const std::string& sentence) { std::puts(sentence.c_str()); };
    tell(say("%1, %2 cores, load %3", host.cpu, host.physical_cores, with_decimals(host.load_1min, 2)));
    if (ceilings_.peak_flop_per_s > 0)
      tell(say("multiply-add peak of one core: %1 GFLOP/s", with_decimals(ceilings_.peak_flop_per_s * 1e-9, 1)));
    for (const ReadingCeiling& reading : ceilings_.readings)
      tell(say("one core reads %1 GB/s from %2", with_decimals(reading.bytes_per_s * 1e-9, 1), say(reading.name)));
    for (const std::string& sentence : ceilings_.absent) tell(sentence);
    tell("\n" + in_column("", 82) + " " + in_right_column(say("median"), 12) + " " + in_right_column(say("spread"), 8) +
         " " + in_right_column("GFLOP/s", 9) + " " + in_right_column(say("of peak"), 8) + " " +
         in_right_column(say("images/s"), 12));
    return true;
  }
  void ReportRuns(const std::vector<Run>& runs) override {
    double spread = 0.0;
    for (const Run& run : runs)
      if (run.aggregate_name == "cv") spread = run.real_accumulated_time;
    for (const Run& run : runs) {
      const std::string& name = run.run_name.function_name;
      const std::string skipped = why_skipped(run);
      if (!skipped.empty()) std::printf("%-82s %s\n", name.c_str(), skipped.c_str());
      if (!skipped.empty() || (runs.size() > 1 && run.aggregate_name != "median")) continue;
      const auto counter = [&](const char* wanted) {
        const auto found = run.counters.find(wanted);
        return found == run.counters.end() ? 0.0 : found->second.value;
      };
      std::printf("%-82s %9.1f us %7.1f%% %9.1f", name.c_str(), run.GetAdjustedRealTime(), 100.0 * spread,
                  counter("GFLOP/s"));
      if (counter("of peak") > 0) std::printf(" %7.0f%%", 100.0 * counter("of peak"));
      if (counter("images/s") > 0) std::printf(" %12.0f", counter("images/s"));
      std::printf("\n");
    }
    std::fflush(stdout);
  }

 private:
  Ceilings ceilings_;
};

int run_benchmarks(const BenchOptions& options) {
  const Ceilings ceilings = measure_ceilings(/*workers=*/1);
  const double peak = ceilings.peak_flop_per_s;
  DataSpec source;
  source.train_limit = 8192;
  source.test_limit = 1;
  const auto data = std::make_shared<const Dataset>(load_dataset(source, find_resources(), 1));
  std::vector<std::shared_ptr<const Subject>> subjects;
  for (const BackendEntry& entry : backend_table()) {
    if (!entry.why_not().empty() || !entry.make) continue;
    const bool is_cpu = entry.on_host();
    std::vector<int> counts = {1};
    if (is_cpu && entry.workers_max() > 1) counts.push_back(entry.workers_max());
    for (const int workers : counts) {
      const std::string name = entry.name + (counts.size() > 1 ? "/workers:" + std::to_string(workers) : "");
      const auto subject =
          std::make_shared<const Subject>(Subject{entry, name, workers, is_cpu ? peak * workers : 0.0});
      register_products(subject);
      register_steps(subject, data);
      subjects.push_back(subject);
    }
  }
  register_convolutions(subjects);
  std::vector<std::string> words = {"mlplab-cli",
                                    "--benchmark_filter=" + options.filter,
                                    "--benchmark_min_time=" + std::to_string(options.min_time_s),
                                    "--benchmark_repetitions=" + std::to_string(options.repeats),
                                    "--benchmark_report_aggregates_only=true",
                                    std::string("--benchmark_format=") + (options.json ? "json" : "console")};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (peak > 0) benchmark::AddCustomContext("peak_gflops_of_one_core", std::to_string(peak * 1e-9));
  for (const ReadingCeiling& reading : ceilings.readings)
    benchmark::AddCustomContext("read_gb_per_s_of_one_core, " + reading.name,  // untranslated: a key
                                std::to_string(reading.bytes_per_s * 1e-9));
  BenchTable table(ceilings);
  const std::size_t run =
      options.json ? benchmark::RunSpecifiedBenchmarks() : benchmark::RunSpecifiedBenchmarks(&table);
  benchmark::Shutdown();
  if (run == 0)
    throw UsageError(say("no benchmark matches --filter '%1'; run without it to see them all", options.filter));
  return 0;
}

}  // namespace

Buffer random_operand(Backend& backend, std::size_t count, std::uint32_t salt) {
  Random random(1, RandomStream::weights, salt);
  std::vector<float> values(count);
  for (float& value : values) value = random.symmetric() + 0.1F;
  Buffer buffer = backend.allocate(count * sizeof(float));
  backend.upload(values.data(), count * sizeof(float), buffer.data());
  return buffer;
}

void measure(benchmark::State& state, double operations, double peak, double images,
             const std::function<void()>& work) {
  double total_s = 0.0;
  for ([[maybe_unused]] auto _ : state) {
    const double start_s = now_s();
    work();
    const double time_s = now_s() - start_s;
    state.SetIterationTime(time_s);
    total_s += time_s;
  }
  const double times_per_s = static_cast<double>(state.iterations()) / total_s;
  state.counters["GFLOP/s"] = operations * times_per_s * 1e-9;
  if (peak > 0) state.counters["of peak"] = operations * times_per_s / peak;
  if (images > 0) state.counters["images/s"] = images * times_per_s;
}

void add_bench_command(CLI::App& app, Action& chosen) {
  CLI::App* command =
      app.add_subcommand("bench", say("how fast each backend's operations and training steps are here"));
  auto options = std::make_shared<BenchOptions>();
  command->add_option("--filter", options->filter, say("only those whose name matches this regular expression"));
  command->add_option("--min-time", options->min_time_s, say("seconds for each measurement"))
      ->check(CLI::Range(0.001, 60.0));
  command->add_option("--repeats", options->repeats, say("measurements of each, of which median and spread are shown"))
      ->check(CLI::Range(1, 1000));
  command->add_flag("--json", options->json, say("one JSON object on stdout (Google Benchmark's)"));
  command->add_flag("--gpu", options->gpu, say("the ladder of matrix products on the GPU instead"));
  command->callback([&chosen, options] {
    chosen = [options] {
      if (!options->gpu) return run_benchmarks(*options);
      return bench_gpu({options->filter, options->min_time_s, options->repeats, options->json});
    };
  });
}

}  // namespace mlplab
