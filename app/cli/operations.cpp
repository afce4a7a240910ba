// mlplab-cli operations: the laboratories of single operations (core/operations). To add one: its Laboratory below.
#include <iostream>
#include <memory>
#include <mutex>

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/live_line.h"
#include "app/cli/trained_model.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/data/shapes.h"
#include "core/machine/host_info.h"
#include "core/operations/embeddings.h"
#include "core/operations/faces/face_images.h"
#include "core/operations/pooling.h"
#include "core/reporting/operations_report.h"

namespace mlplab {
namespace {

constexpr int usual_pooling_n = 2048, usual_product_n = 4096;
constexpr std::size_t usual_generated = 2000;

struct OperationsOptions {
  std::string operation;
  std::vector<int> sizes;
  std::vector<std::string> variants;
  int workers = 0;
  TimingOptions timing;
  bool json = false;
  PoolingCase pooling;
  // Embeddings.
  TrainedModel model;
  std::string images = "shapes";  // or a folder
  std::string faces;              // a folder of photographs, in place of `images`
  std::size_t count = 0;          // 0: all of the folder, and some of the generated ones
  EmbeddingPlan embeddings;
  std::string pool_of = name_of(pool_names, PoolOf::threads);
};

std::string progress_in_words(const OperationProgress& progress) {
  return std::to_string(progress.done + 1) + "/" + std::to_string(progress.total) +
         "  n = " + std::to_string(progress.n) + "  " + progress.title;
}

struct Measured {
  OperationStudy study;
  bool interrupted = false;
};

Measured measure(const OperationsOptions& options, std::vector<Variant> variants, const std::vector<int>& sizes) {
  RunControl control;
  const InterruptHandler interrupts([&] { control.stop(); });
  LiveLine line;
  Measured measured;
  measured.study =
      measure_variants(chosen_variants(std::move(variants), options.variants), sizes, options.timing, control,
                       [&](const OperationProgress& progress) { line.show(progress_in_words(progress)); });
  measured.interrupted = interrupts.interrupted();
  return measured;
}

void print_study(const OperationStudy& study, bool product) {
  std::cout << to_markdown(operation_times(study)) << '\n';
  if (const std::optional<int> n = compared_size(study))
    std::cout << say("At n = %1, each verified before it was timed:", *n) << "\n\n"
              << to_markdown(operation_comparison(study, *n, product)) << '\n'
              << fastest_sentence(study, *n) << '\n';
  for (const std::string& note : operation_notes(study)) std::cout << note << '\n';
  for (const std::string& warning : in_words(study.warnings)) std::cout << warning << '\n';
}

void print_published(const PublishedOperations& study, const std::vector<PublishedOperationCurve>& curves,
                     const std::vector<std::string>& notes) {
  std::cout << '\n'
            << say("Published by %1, on %2: shapes to compare with, not seconds.", study.publisher, study.machine)
            << "\n\n"
            << to_markdown(published_times(curves)) << '\n';
  for (const std::string& note : notes) std::cout << note << '\n';
}

std::vector<PublishedOperations> readable_published() {
  std::vector<std::string> left_out;
  std::vector<PublishedOperations> studies = published_operations(find_resources(), &left_out);
  for (const std::string& why : left_out) std::cerr << say("warning: %1", why) + "\n";
  return studies;
}

/// The curves are of one kernel, stride and padding, and are shown beside no other.
bool has_curves_of(const PublishedOperations& study, PoolingCase c) {
  c.n = study.pooling.n;
  return !study.pooling_curves.empty() && study.pooling == c;
}

/// `json` and `text` are what stands before the times. Where a variant computed something wrong, the command fails.
int show_measured(const OperationsOptions& options, const Measured& measured, nlohmann::ordered_json json,
                  const std::string& text, const std::vector<PublishedOperations>& published, bool product) {
  const auto curves = product ? &PublishedOperations::product_curves : &PublishedOperations::pooling_curves;
  const auto notes = product ? &PublishedOperations::product_notes : &PublishedOperations::pooling_notes;
  if (options.json) {
    json["study"] = operation_study_json(measured.study);
    for (const PublishedOperations& study : published)
      json["published"][study.id] = published_curves_json(study.*curves);
    std::cout << dump_json(json, 2) << '\n';
  } else {
    std::cout << text;
    print_study(measured.study, product);
    for (const PublishedOperations& study : published) print_published(study, study.*curves, study.*notes);
  }
  if (measured.interrupted) return interrupted_exit_code;
  return std::ranges::any_of(measured.study.points, &MeasuredOperation::wrong) ? static_cast<int>(Failure::other) : 0;
}

int pooling_command(const OperationsOptions& options) {
  const std::vector<int> sizes = options.sizes.empty() ? doubled_sizes(usual_pooling_n) : options.sizes;
  PoolingCase c = options.pooling;
  nlohmann::ordered_json json = {{"operation", "max pooling"},
                                 {"machine", host_info().cpu},
                                 {"kernel", c.kernel},
                                 {"stride", c.stride},
                                 {"padding", c.padding}};
  std::string text;
  for (const int n : sizes) {
    c.n = n;
    check_pooling(c);
    const PoolingCount count = count_windows(c);
    json["sizes"].push_back({{"n", n},
                             {"outputs", count.outputs},
                             {"windows", count.windows},
                             {"unread", count.unread},
                             {"in_padding", count.in_padding}});
    text += "n = " + std::to_string(n) + ": " + pooling_sentence(c) + "\n";
  }
  std::vector<PublishedOperations> published = readable_published();
  std::erase_if(published, [&](const PublishedOperations& study) { return !has_curves_of(study, c); });
  return show_measured(options, measure(options, pooling_variants(c, options.workers), sizes), json, text + "\n",
                       published, false);
}

int product_command(const OperationsOptions& options) {
  const std::vector<int> sizes = options.sizes.empty() ? doubled_sizes(usual_product_n) : options.sizes;
  for (const int n : sizes)
    if (n < 1 || n > most_product_n)
      throw UsageError(say("the side n of the matrices must be a number from 1 to %1, not %2", most_product_n, n));
  std::vector<PublishedOperations> published = readable_published();
  std::erase_if(published, [](const PublishedOperations& study) { return study.product_curves.empty(); });
  return show_measured(options, measure(options, product_variants(options.workers), sizes),
                       {{"operation", "matrix product"}, {"machine", host_info().cpu}}, {}, published, true);
}

/// Null where it was interrupted.
std::unique_ptr<ImageSource> counted_faces(const TrainingState& state, const OperationsOptions& options,
                                           const RunControl& control, LiveLine& line) {
  std::mutex mutex;
  std::unique_ptr<ImageSource> images =
      face_images(state, options.faces, options.count, control, [&](std::size_t done, std::size_t of) {
        const std::lock_guard lock(mutex);
        line.show(say("counting faces: %1 of %2 photographs", done, of));
      });
  line.clear();
  return images;
}

int embeddings_command(const OperationsOptions& options) {
  if (options.model.path.empty() && options.model.network.empty())
    throw UsageError(say(
        "embeddings need a trained network: --model FILE, as train --save writes it, or --network NAME alone for the "
        "times of one that is not trained"));
  EmbeddingPlan plan = options.embeddings;
  plan.pool_of = value_of(pool_names, options.pool_of, to_say("kind of pool"), "pool_of");
  plan.repeats = options.timing.repeats;
  check_embedding_plan(plan);
  const TrainingState state = options.model.load();
  const std::size_t count = options.count > 0 ? options.count : usual_generated;
  const std::vector<PublishedOperations> published = readable_published();
  RunControl control;
  const InterruptHandler interrupts([&] { control.stop(); });
  LiveLine line;
  const std::unique_ptr<ImageSource> images = !options.faces.empty() ? counted_faces(state, options, control, line)
                                              : options.images == shapes_name
                                                  ? generated_images(state.model, count)
                                                  : folder_images(state, options.images, options.count);
  if (!images) return interrupted_exit_code;
  const EmbeddingStudy study = measure_embeddings(state, *images, plan, control, [&](int workers, int repeat) {
    line.show(say("%1, repeat %2 of %3", pool_in_words(plan.pool_of, workers), repeat, plan.repeats));
  });
  line.clear();
  if (options.json) {
    nlohmann::ordered_json json = {{"operation", "embeddings"}, {"machine", host_info().cpu}};
    json["trained"] = !options.model.path.empty();
    json["study"] = embedding_study_json(study);
    std::cout << dump_json(json, 2) << '\n';
  } else {
    for (const std::string& sentence : embedding_sentences(study)) std::cout << sentence << '\n';
    if (options.model.path.empty())
      std::cout
          << say("The network is not trained: its numbers say nothing about the images; the times are what counts.")
          << '\n';
    std::cout << '\n' << to_markdown(embedding_table(study)) << '\n';
    if (const Table phases = phase_table(study); !phases.rows.empty()) std::cout << to_markdown(phases) << '\n';
    for (const std::string& warning : in_words(study.warnings)) std::cout << warning << '\n';
    for (const PublishedOperations& theirs : published) {
      if (!theirs.embeddings) continue;
      std::cout << published_embedding_sentence(theirs) << '\n';
      for (const std::string& note : theirs.embedding_notes) std::cout << note << '\n';
    }
  }
  if (interrupts.interrupted()) return interrupted_exit_code;
  return differs(study) ? static_cast<int>(Failure::other) : 0;
}

struct Laboratory {
  const char* name;
  int (*run)(const OperationsOptions& options);
  std::vector<std::string> own;  // options that not every one has
};

const std::vector<Laboratory>& laboratories() {
  static const std::vector<Laboratory> all = {
      {"pooling",
       pooling_command,
       {"--sizes", "--variants", "--workers", "--min-time", "--limit", "--kernel", "--stride", "--padding"}},
      {"product", product_command, {"--sizes", "--variants", "--workers", "--min-time", "--limit"}},
      {"embeddings",
       embeddings_command,
       {"--model", "--network", "--pictures", "--faces", "--count", "--packet", "--pools", "--pool-of"}},
  };
  return all;
}

/// An option that another laboratory has is no word without meaning, and is refused.
void refuse_others(const CLI::App& command, const Laboratory& chosen) {
  for (const Laboratory& other : laboratories()) {
    if (&other == &chosen) continue;
    for (const std::string& option : other.own)
      if (command.get_option(option)->count() > 0 && std::ranges::find(chosen.own, option) == chosen.own.end())
        throw UsageError(
            say("%1 is an option of 'operations %2' and not of 'operations %3'", option, other.name, chosen.name));
  }
}

}  // namespace

void add_operations_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand(
      "operations", say("max pooling, the matrix product, embeddings: each variant verified, then timed"));
  auto options = std::make_shared<OperationsOptions>();
  std::vector<std::string> names;
  for (const Laboratory& laboratory : laboratories()) names.emplace_back(laboratory.name);
  command->add_option("OPERATION", options->operation, say("pooling, product or embeddings"))
      ->required()
      ->check(CLI::IsMember(names));
  command->add_option("--sizes", options->sizes, say("sides n of the image or the matrices, as 64,256,1024"))
      ->delimiter(',');
  command->add_option("--variants", options->variants, say("only these, as direct,threads"))->delimiter(',');
  command->option_defaults()->always_capture_default();
  command->add_option("--workers", options->workers, say("threads, where a variant has several (0: the cores)"))
      ->check(CLI::Range(0, 4096));
  command->add_option("--repeats", options->timing.repeats,
                      say("measurements of each, of which median and spread are shown"));
  command->add_option("--min-time", options->timing.time_s, say("seconds of each measurement, at least"));
  command->add_option("--limit", options->timing.limit_s,
                      say("seconds for a variant at one size: what would take longer is left out"));
  std::string group = say("Max pooling");
  const auto option = [&](const std::string& name, auto& value, const std::string& help) {
    return command->add_option(name, value, help)->group(group);
  };
  option("--kernel", options->pooling.kernel, say("side of the window"));
  option("--stride", options->pooling.stride, say("from one window to the next"));
  option("--padding", options->pooling.padding, say("zeros around the image"));
  group = say("Embeddings");
  option("--model", options->model.path, say("model file, as train --save writes it"));
  options->model.add_to(*command);
  command->get_option("--network")->group(group);
  option("--pictures", options->images, say("a folder with images, or 'shapes', which are generated"));
  option("--faces", options->faces,
         say("a folder with photographs: the images are the faces that OpenCV finds in them"))
      ->excludes("--pictures");
  option("--count", options->count, say("the first N images or photographs (0: all; of the generated ones 2000)"));
  option("--packet", options->embeddings.packet, say("images, or photographs, that a worker takes at once"));
  option("--pools", options->embeddings.pools,
         say("sizes of the pool, as 1,2,4; the first is what the others are compared with"))
      ->delimiter(',');
  option("--pool-of", options->pool_of,
         say("what the workers are: %1 (processes start before the clock does)", list_of(pool_names)));
  command->add_flag("--json", options->json, say("one JSON object on stdout"));
  command->callback([&chosen, command, options] {
    chosen = [command, options] {
      const auto found = std::ranges::find(laboratories(), options->operation, &Laboratory::name);
      refuse_others(*command, *found);
      check_timing(options->timing);
      return found->run(*options);
    };
  });
}

}  // namespace mlplab
