#include "app/cli/progress_bar.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace mlplab {
namespace {

/// 1234567 -> '1.23 M'.
std::string short_rate(double value) {
  char text[32];
  if (value >= 1e6)
    std::snprintf(text, sizeof text, "%.2f M", value / 1e6);
  else if (value >= 1e3)
    std::snprintf(text, sizeof text, "%.1f k", value / 1e3);
  else
    std::snprintf(text, sizeof text, "%.0f", value);
  return text;
}

}  // namespace

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

LoadProgress loading_line() {
  if (!stderr_is_terminal()) return {};
  return [](std::size_t done, std::size_t total) {
    if (done < total)
      std::fprintf(stderr, "\r\033[Kreading pictures: %zu of %zu", done, total);
    else
      std::fprintf(stderr, "\r\033[K");
    std::fflush(stderr);
  };
}

void ProgressBar::on_event(const Event& event) {
  if (const auto* started = std::get_if<RunStarted>(&event)) started_ = *started;
  if (const auto* step = std::get_if<StepDone>(&event)) {
    if (first_epochs_ < 0.0) {
      first_epochs_ = step->epochs;
      first_step_time_s_ = step->train_time_s;
    }
    draw(*step);
  }
  if (const auto* epoch = std::get_if<EpochDone>(&event)) {
    if (epoch->accuracy_test) accuracy_test_ = *epoch->accuracy_test;
    overhead_s_an_epoch_ = epoch->eval_time_s;
    if (visible_) {
      clear();
      std::fprintf(stderr, "epoch %d/%d  loss %.4f", epoch->epoch, started_.spec.epochs, epoch->loss_train);
      if (epoch->loss_test)
        std::fprintf(stderr, "  test loss %.4f  accuracy %.2f %%", *epoch->loss_test, 100.0 * *epoch->accuracy_test);
      if (epoch->accuracy_validation) std::fprintf(stderr, "  validation %.2f %%", 100.0 * *epoch->accuracy_validation);
      std::fprintf(stderr, "  %.3f s  %s images/s\n", epoch->epoch_time_s, short_rate(epoch->images_per_s).c_str());
    }
  }
  if (const auto* warned = std::get_if<Warned>(&event)) {
    clear();
    std::fprintf(stderr, "warning: %s\n", warned->message.c_str());
  }
  if (std::holds_alternative<RunEnded>(event)) clear();
}

void ProgressBar::draw(const StepDone& step) const {
  if (!visible_) return;
  constexpr int width = 24;
  const double total = started_.spec.epochs;
  const double done = std::clamp(step.epochs / total, 0.0, 1.0);
  const int filled = static_cast<int>(std::lround(done * width));
  std::string bar;
  for (int i = 0; i < width; ++i) bar += i < filled ? "█" : "░";
  const double moved = step.epochs - first_epochs_;
  std::string eta = "–";
  if (moved > 0.0) {
    const double rest = total - step.epochs;
    const double seconds = rest * ((step.train_time_s - first_step_time_s_) / moved + overhead_s_an_epoch_);
    char text[32];
    std::snprintf(text, sizeof text, "%d:%02d", static_cast<int>(seconds) / 60, static_cast<int>(seconds) % 60);
    eta = text;
  }
  std::fprintf(stderr, "\r\033[Kepoch %d/%d %s %3.0f %%  ETA %s  %s images/s  loss %.4f", step.epoch + 1,
               started_.spec.epochs, bar.c_str(), 100.0 * done, eta.c_str(), short_rate(step.images_per_s).c_str(),
               step.loss);
  if (accuracy_test_ >= 0.0) std::fprintf(stderr, "  accuracy %.2f %%", 100.0 * accuracy_test_);
  std::fflush(stderr);
}

void ProgressBar::clear() const {
  if (visible_) std::fprintf(stderr, "\r\033[K");
}

}  // namespace mlplab
