#include "core/launch/exchange.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <numeric>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/augmentation.h"
#include "core/data/idx.h"
#include "core/data/load.h"
#include "core/data/preparation.h"
#include "core/model/model_file.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t max_order_bytes = std::uintmax_t{2} << 30;

}  // namespace

ExchangeFolder::ExchangeFolder() : folder_(ScratchFolder::in(temporary_folder())) {}

void ExchangeFolder::write_start(const RunSpec& spec, const TrainingState& start) const {
  write_file_atomically(path() / "spec.json", dump_json(nlohmann::json(spec), 2) + "\n", /*to_disk=*/false);
  save_model(path() / initial_state_name, start, {}, /*to_disk=*/false);
}

void ExchangeFolder::write_rates(const std::vector<float>& rates) const {
  static_assert(std::endian::native == std::endian::little, "rates.f32 is little-endian");  // untranslated: C++
  if (rates.empty()) return;
  const std::string bytes(reinterpret_cast<const char*>(rates.data()), rates.size() * sizeof(float));
  write_file_atomically(path() / rates_name, bytes, /*to_disk=*/false);
}

std::uintmax_t ExchangeFolder::order_bytes(const RunSpec& spec, const TrainingState& start, std::size_t examples) {
  const auto epochs = static_cast<std::uintmax_t>(std::max(0, spec.epochs - start.epochs_done));
  const std::uintmax_t bytes = epochs * examples * sizeof(std::uint32_t);
  if (bytes > max_order_bytes)
    throw UsageError(
        say("the sample order of %1 epochs is more than a program should be handed; ask for fewer epochs", epochs),
        "epochs");
  return bytes;
}

void ExchangeFolder::write_order(const RunSpec& spec, const TrainingState& start, std::size_t examples) const {
  static_assert(std::endian::native == std::endian::little, "order.u32 is little-endian");  // untranslated: C++
  order_bytes(spec, start, examples);
  const fs::path order_path = path() / "order.u32";
  std::ofstream file(order_path, std::ios::binary | std::ios::trunc);
  for (int epoch = start.epochs_done; epoch < spec.epochs; ++epoch) {
    const std::vector<std::uint32_t> order = sampling_order(examples, spec.seed, epoch);
    file.write(reinterpret_cast<const char*>(order.data()),
               static_cast<std::streamsize>(order.size() * sizeof(std::uint32_t)));
  }
  if (!file.flush()) throw InputError(say("cannot write %1; is the disk full?", order_path.string()));
}

void ExchangeFolder::write_data(const Dataset& dataset) const { write_idx_folder(path() / "data", dataset); }

double ExchangeFolder::write_epoch_images(const RunSpec& spec, const Dataset& dataset, int epoch, int threads,
                                          Examples& made) const {
  made.features.resize(dataset.train.features.size());
  std::vector<std::uint32_t> rows(dataset.train.size());
  std::iota(rows.begin(), rows.end(), std::uint32_t{0});
  const double start_s = now_s();
  augment(spec.data.augmentation, dataset.train, dataset.image, spec.seed, epoch, rows, threads, made.features);
  const double made_s = now_s() - start_s;
  const fs::path file = path() / "data" / "epoch-images-idx3-ubyte", part = file.string() + ".part";
  write_idx_images(part, made.features, dataset.image);
  fs::rename(part, file);  // a reader finds the images of one epoch or another, never half of them
  return made_s;
}

std::shared_ptr<TrainingState> ExchangeFolder::read_state(const RunSpec& spec, const Dataset& dataset) const {
  auto state = std::make_shared<TrainingState>(load_model(path() / exchange_state_name));
  if (const std::string difference = difference_of(state->model, spec.model); !difference.empty())
    throw InputError(say("%1 is not of this run: %2", exchange_state_name, difference));
  state->model = spec.model;
  state->preparation = std::make_shared<const Preparation>(preparation_of(dataset));
  return state;
}

TrainingState read_initial(const fs::path& exchange) {
  if (!folder_at(exchange))
    throw InputError(
        say("the run's folder %1 is not on this machine; begin the hostfile with the machine that starts the run, or "
            "set TMPDIR to a folder that all machines share",
            exchange.string()));
  return load_model(exchange / initial_state_name);
}

std::vector<float> read_rates(const fs::path& exchange) {
  if (!anything_at(exchange / rates_name)) return {};
  const std::string bytes = read_file(exchange / rates_name);
  std::vector<float> rates(bytes.size() / sizeof(float));
  std::memcpy(rates.data(), bytes.data(), rates.size() * sizeof(float));
  return rates;
}

void write_state(const fs::path& exchange, const TrainingState& state) {
  save_model(exchange / exchange_state_name, state, {}, /*to_disk=*/false);
}

}  // namespace mlplab
