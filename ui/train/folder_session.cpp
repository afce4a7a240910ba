#include "ui/train/folder_session.h"

namespace mlplab {

struct FolderSession::Looking : Job {
  struct Values {
    std::pair<std::size_t, std::size_t> progress{0, 0};
    std::optional<FolderLook> look;
  };

  explicit Looking(std::filesystem::path wanted) : folder(std::move(wanted)) {}

  std::string work() override {
    FolderLook look = look_into_folder(
        folder,
        [this](std::size_t done, std::size_t total) {
          inbox.with([&](Values& values) { values.progress = {done, total}; });
        },
        [this] { return control.stopped(); });
    if (!control.stopped()) inbox.with([&](Values& values) { values.look = std::move(look); });
    return {};
  }

  std::filesystem::path folder;
  Guarded<Values> inbox;
};

void FolderSession::look(const std::filesystem::path& folder) {
  if (!active()) launch(std::make_unique<Looking>(folder));
}

std::function<void()> FolderSession::take_in(bool /*over*/) {
  Looking::Values taken = static_cast<Looking&>(*job()).inbox.take();
  return [this, taken = std::move(taken)] {
    if (taken.progress.second > 0) Q_EMIT progressed(taken.progress.first, taken.progress.second);
    if (taken.look) Q_EMIT found(*taken.look);
  };
}

struct StepSession::Timing : Job {
  Timing(RunSpec wanted, std::vector<Image> of, const ImageShape& to)
      : spec(std::move(wanted)), images(std::move(of)), shape(to) {}

  std::string work() override {
    const StepTime time = time_a_step(spec, images, shape, control);
    inbox.with([&](std::optional<StepTime>& value) { value = time; });
    return {};
  }

  RunSpec spec;
  std::vector<Image> images;
  ImageShape shape;
  Guarded<std::optional<StepTime>> inbox;
};

void StepSession::time(const RunSpec& spec, std::vector<Image> images, const ImageShape& shape) {
  if (!active()) launch(std::make_unique<Timing>(spec, std::move(images), shape));
}

std::function<void()> StepSession::take_in(bool /*over*/) {
  auto& timing = static_cast<Timing&>(*job());
  const std::optional<StepTime> time = timing.inbox.take();
  return [this, time, spec = timing.spec] {
    if (time) Q_EMIT timed(spec, *time);
  };
}

}  // namespace mlplab
