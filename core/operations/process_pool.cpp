// Each process answers each order once, after the last of its tasks: as many answers as processes mean that all is done
// and that all were there.
#include "core/operations/process_pool.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/typed_number.h"
#include "core/launch/processes/transport.h"
#include "core/machine/child_processes.h"
#include "core/machine/scratch_folder.h"
#include "core/model/model_file.h"
#include "core/operations/embedding_tasks.h"
#include "core/operations/pool_memory.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr int control_look_ms = 20;  // at the control
constexpr const char *network_name = "network.safetensors", *images_name = "pictures";
constexpr const char *shapes_word = "shapes\n", *files_word = "files\n", *faces_word = "faces\n";
constexpr int nan_byte = 0xFF;  // four of them are a NaN

/// Not JSON: the name of a file need not be UTF-8. A photograph has the number of its faces before its name.
void write_recipe(const fs::path& file, const ImageRecipe& recipe) {
  const bool faces = !recipe.faces.empty();
  std::string text =
      recipe.files.empty() ? shapes_word + std::to_string(recipe.generated) : (faces ? faces_word : files_word);
  for (std::size_t i = 0; i < recipe.files.size(); ++i)
    text += (faces ? std::to_string(recipe.faces[i]) + ' ' : "") + recipe.files[i].string() + '\0';
  write_file_atomically(file, text, /*to_disk=*/false);
}

ImageRecipe read_recipe(const fs::path& file) {
  const std::string text = read_file(file);
  ImageRecipe recipe;
  if (text.starts_with(shapes_word))
    recipe.generated = typed_whole<std::size_t>(text.substr(std::strlen(shapes_word))).value_or(0);
  const bool faces = text.starts_with(faces_word);
  if (!faces && !text.starts_with(files_word)) return recipe;
  for (std::size_t begin = std::strlen(files_word), end = 0; (end = text.find('\0', begin)) != std::string::npos;
       begin = end + 1) {
    if (faces) {
      const std::size_t name = text.find(' ', begin) + 1;
      recipe.faces.push_back(typed_whole<std::size_t>(text.substr(begin, name - 1 - begin)).value_or(0));
      begin = name;
    }
    recipe.files.emplace_back(text.substr(begin, end - begin));
  }
  return recipe;
}

std::string end_of(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// That an order is done, or the start. So short a line goes through a pipe whole, or not at all.
void tell_done() {
  constexpr std::string_view line = "done\n";
  while (::write(STDOUT_FILENO, line.data(), line.size()) < 0)
    if (errno != EINTR) throw BackendError(say("the program that started the pool is gone"));
}

/// Until it is ended.
[[noreturn]] void serve(const fs::path& exchange, const PoolMemory& memory) {
  PoolBoard& board = memory.board();
  const TrainingState state = load_model(exchange / network_name);
  const std::unique_ptr<ImageSource> images = images_by(state, read_recipe(exchange / images_name));
  const EmbeddingTasks tasks(state, *images, board.packet, board.dimensions);
  tell_done();
  for (std::uint32_t done = 0;; ++done, tell_done()) {
    const PoolBoard::Order order = memory.next_order(done);
    const std::size_t count = order == PoolBoard::detect  ? tasks.photograph_packets()
                              : order == PoolBoard::embed ? tasks.packets()
                                                          : tasks.row_blocks();
    for (std::size_t task = board.next++; task < count; task = board.next++) {
      if (order == PoolBoard::detect)
        tasks.detect(task, memory.found());
      else if (order == PoolBoard::embed)
        tasks.embed(task, memory.found(), memory.values());
      else
        tasks.measure(task, memory.values(), memory.distances());
    }
  }
}

}  // namespace

struct ProcessPool::Processes {
  Processes(const fs::path& parent, std::size_t images, std::size_t packet, std::size_t dimensions,
            std::size_t found_bytes, int count)
      : folder(ScratchFolder::in(parent)), memory(images, packet, dimensions, found_bytes), workers(count) {}

  ScratchFolder folder;
  PoolMemory memory;
  int workers;
  std::optional<ChildProcesses> children;  // gone before what they use

  /// True when each process has answered; false where `control` is stopped. Throws where a process ends.
  bool await_answers(const RunControl& control) {
    for (std::size_t answers = 0; answers < static_cast<std::size_t>(workers);) {
      if (control.stopped()) return false;
      children->wait(control_look_ms);
      answers += children->take_lines().size();
      if (!children->ends().empty()) fail(children->ends().front());
      if (children->over()) throw BackendError(say("the processes of the pool are gone"));
    }
    return true;
  }

  bool all_do(PoolBoard::Order order, const RunControl& control) {
    memory.give_order(order);
    return await_answers(control);
  }

 private:
  [[noreturn]] void fail(const ChildEnd& end) const {
    memory.throw_failure();
    const std::string reason =
        end.sentence(say("process %1 of the pool of %2", end.child + 1, pool_in_words(PoolOf::processes, workers)));
    const std::string words = end_of(children->errors());
    throw BackendError(words.empty() ? reason : say("%1; the last it said: %2", reason, words));
  }
};

ProcessPool::ProcessPool(const TrainingState& state, const ImageSource& images, int packet, int workers,
                         const RunControl& control) {
  if (const std::string reason = cli_missing(); !reason.empty()) throw BackendError(reason);
  const std::size_t dimensions = embedding_dimensions(state, images);
  if (dimensions == 0) return;
  TrainingState network = state;
  network.slots.clear();
  const fs::path parent = temporary_folder();
  check_room(parent, 2 * (network.parameters.size() + network.statistics.size()) * sizeof(float),
             say("make room, or set TMPDIR to a folder that has it"));
  const Detection* detection = images.detection();
  processes_ =
      std::make_unique<Processes>(parent, images.size(), static_cast<std::size_t>(packet), dimensions,
                                  detection == nullptr ? 0 : images.size() * detection->image_bytes(), workers);
  const fs::path& exchange = processes_->folder.path();
  save_model(exchange / network_name, network, {}, /*to_disk=*/false);
  write_recipe(exchange / images_name, images.recipe());
  const int memory = processes_->memory.descriptor();
  const ChildCommand command{
      {cli_path().string(), "embedder", "--exchange", exchange.string(), "--memory", std::to_string(memory)},
      {},
      /*streams=*/true,
      {memory}};
  processes_->children.emplace(std::vector<ChildCommand>(static_cast<std::size_t>(workers), command),
                               std::vector<const ScratchFolder*>{&processes_->folder});
  if (!processes_->await_answers(control)) processes_.reset();
}

ProcessPool::~ProcessPool() = default;

void ProcessPool::clear() {
  if (!processes_) return;
  const PoolMemory& memory = processes_->memory;
  std::memset(memory.values(), nan_byte, (memory.values_size() + memory.distances_size()) * sizeof(float));
  std::memset(memory.found(), 0, memory.board().found_bytes);
}

Embeddings ProcessPool::embed(const RunControl& control) {
  if (!processes_) return {};
  // Gone where this throws or returns early, in use where it does not.
  std::unique_ptr<Processes> pool = std::move(processes_);
  const PoolMemory& memory = pool->memory;
  Embeddings all;
  PhaseClock clock(all.phases_s);
  if (memory.board().found_bytes > 0 && !pool->all_do(PoolBoard::detect, control)) return {};
  clock.ends(PoolPhase::detection);
  if (!pool->all_do(PoolBoard::embed, control)) return {};
  clock.ends(PoolPhase::embedding);
  if (!pool->all_do(PoolBoard::measure, control)) return {};
  all.dimensions = static_cast<int>(memory.board().dimensions);
  all.values.assign(memory.values(), memory.distances());
  all.distances.assign(memory.distances(), memory.distances() + memory.distances_size());
  all.found.assign(memory.found(), memory.found() + memory.board().found_bytes);
  clock.ends(PoolPhase::distances);  // with the way to this program
  processes_ = std::move(pool);
  return all;
}

int serve_pool(const fs::path& exchange, int memory) {
  const PoolMemory shared(memory);
  try {
    serve(exchange, shared);
  } catch (const std::exception& error) {
    const Error known = as_error(error);
    shared.tell_failure(known);
    return static_cast<int>(known.failure());
  }
}

}  // namespace mlplab
