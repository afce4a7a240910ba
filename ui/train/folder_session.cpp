#include "ui/train/folder_session.h"

namespace mlplab {

struct FolderSession::Looking : Job {
  Looking(FolderSession& owner, std::filesystem::path wanted) : session(owner), folder(std::move(wanted)) {}

  std::string work() override {
    const FolderLook look = look_into_folder(
        folder,
        [this](std::size_t done, std::size_t total) {
          leave([this, done, total] { Q_EMIT session.progressed(done, total); });
        },
        [this] { return control.stopped(); });
    if (!control.stopped()) leave([this, look] { session.look_ = look; }, &FolderSession::tell_found);
    return {};
  }

  FolderSession& session;
  std::filesystem::path folder;
};

void FolderSession::look(const std::filesystem::path& folder) {
  if (!active()) launch(std::make_unique<Looking>(*this, folder));
}

struct StepSession::Timing : Job {
  Timing(StepSession& owner, RunSpec wanted, std::vector<Image> of, const ImageShape& to)
      : session(owner), spec(std::move(wanted)), images(std::move(of)), shape(to) {}

  std::string work() override {
    const StepTime time = time_a_step(spec, images, shape, control);
    leave([this, time] { session.spec_ = spec, session.time_ = time; }, &StepSession::tell_timed);
    return {};
  }

  StepSession& session;
  RunSpec spec;
  std::vector<Image> images;
  ImageShape shape;
};

void StepSession::time(const RunSpec& spec, std::vector<Image> images, const ImageShape& shape) {
  if (!active()) launch(std::make_unique<Timing>(*this, spec, std::move(images), shape));
}

}  // namespace mlplab
