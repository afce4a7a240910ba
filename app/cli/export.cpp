// mlplab-cli export: a trained network as a file of other programs. To add a format: an option, and a line in
// run_export().
#include <iostream>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/trained_model.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/data/preparation.h"
#include "core/model/model_file.h"
#include "core/model/network.h"
#include "core/run/run_record.h"
#ifdef MLPLAB_HAS_ONNX
#include "core/model/onnx/onnx_file.h"
#endif

namespace mlplab {
namespace {

namespace fs = std::filesystem;

struct ExportOptions {
  TrainedModel source;
  std::string onnx;
  bool json = false;
};

/// A run's best epoch. Where its model does not say how its images were prepared (runs of earlier versions), its data
/// set does; without it (a folder that has gone) nobody does.
TrainingState of_run(const fs::path& folder) {
  const StoredRun run = read_run(folder);
  TrainingState state = load_model(folder / "model.safetensors");
  if (state.preparation != nullptr) return state;
  try {
    Preparation preparation = preparation_of(load_dataset(run.spec.data, find_resources(), run.spec.seed));
    preparation.class_names.resize(static_cast<std::size_t>(state.model.outputs()));
    state.preparation = std::make_shared<const Preparation>(std::move(preparation));
  } catch (const Error& error) {
    std::cerr << "mlplab-cli: " +
                     say("the names of the classes and how images are prepared are left out: %1", error.what()) + "\n";
  }
  return state;
}

TrainingState load(const TrainedModel& source) { return folder_at(source.path) ? of_run(source.path) : source.load(); }

#ifdef MLPLAB_HAS_ONNX
std::string write_onnx(const fs::path& path, const TrainingState& state) {
  save_onnx(path, state);
  return onnx_version();
}
#else
std::string write_onnx(const fs::path& /*path*/, const TrainingState& /*state*/) {
  throw BackendError(say("this program writes no ONNX: %1", MLPLAB_NO_ONNX));
}
#endif

int run_export(const ExportOptions& options) {
  const TrainingState state = load(options.source);
  const std::string version = write_onnx(options.onnx, state);
  const ModelSpec& model = state.model;
  if (options.json)
    std::cout << dump_json(nlohmann::ordered_json{
                     {"file", options.onnx},
                     {"format", version},
                     {"network", model.name()},
                     {"parameters", network_of(model).parameter_count()},
                     {"classes", state.preparation ? state.preparation->class_names : std::vector<std::string>()}})
              << '\n';
  else
    std::cout << say("%1: %2 for inputs of %3, %4 classes, checked by %5", options.onnx, model.name(),
                     to_string(model.input), model.outputs(), version)
              << '\n';
  return 0;
}

}  // namespace

void add_export_command(CLI::App& app, Action& chosen) {
  const auto [command, options] =
      add_command(app, chosen, "export", say("a trained network as a file of other programs (ONNX)"), run_export);
  command->add_option("RUN", options->source.path, say("a run's folder (its best epoch), or a model file"))->required();
  command->add_option("--onnx", options->onnx, say("the ONNX file to write"))->required();
  options->source.add_to(*command);
  command->add_flag("--json", options->json, say("one JSON object on stdout"));
}

}  // namespace mlplab
