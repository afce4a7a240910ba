#include "app/cli/progress_bar.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <string>

#include "app/cli/live_line.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/launch/processes/share_words.h"

namespace mlplab {
namespace {

/// 1234567 -> '1.23 M'.
std::string short_rate(double value) {
  if (value >= 1e6) return with_decimals(value / 1e6, 2) + " M";
  return value >= 1e3 ? with_decimals(value / 1e3, 1) + " k" : with_decimals(value, 0);
}

}  // namespace

LoadProgress loading_line() {
  if (!stderr_is_terminal()) return {};
  return [line = std::make_shared<LiveLine>()](std::size_t done, std::size_t total) {
    done < total ? line->show(say("reading images: %1 of %2", done, total)) : line->clear();
  };
}

void ProgressBar::on_event(const Event& event) {
  if (const auto* started = std::get_if<RunStarted>(&event)) {
    started_ = *started;
    for (const std::string& sentence : {rows_in_words(started->spec), ceiling_in_words(*started)}) {
      if (sentence.empty()) continue;
      line_.clear();
      std::cerr << sentence + "\n";
    }
  }
  if (const StepDone* step = report_of(event)) {
    if (first_epochs_ < 0.0) {
      first_epochs_ = step->epochs;
      first_step_time_s_ = step->train_time_s;
    }
    draw(*step);
  }
  if (const auto* epoch = std::get_if<EpochDone>(&event)) {
    if (epoch->accuracy_test) accuracy_test_ = *epoch->accuracy_test;
    overhead_s_an_epoch_ = epoch->eval_time_s;
    if (line_.visible()) {
      line_.clear();
      std::string line =
          say("epoch %1/%2  loss %3", epoch->epoch, started_.spec.epochs, with_decimals(epoch->loss_train, 4));
      if (epoch->loss_test)
        line += say("  test loss %1  accuracy %2 %", with_decimals(*epoch->loss_test, 4),
                    share_figure(*epoch->accuracy_test, 2));
      if (epoch->accuracy_validation) line += say("  validation %1 %", share_figure(*epoch->accuracy_validation, 2));
      line += say("  %1 s  %2 images/s", with_decimals(epoch->epoch_time_s, 3), short_rate(epoch->images_per_s));
      std::cerr << line + "\n";
    }
  }
  if (const auto* warned = std::get_if<Warned>(&event)) {
    line_.clear();
    std::cerr << say("warning: %1", warned->message) + "\n";
  }
  if (std::holds_alternative<RunEnded>(event)) line_.clear();
}

void ProgressBar::draw(const StepDone& step) {
  if (!line_.visible()) return;
  const double total = started_.spec.epochs;
  const double done = std::clamp(step.epochs / total, 0.0, 1.0);
  const double moved = step.epochs - first_epochs_;
  std::string eta = "–";
  if (moved > 0.0) {
    const double rest = total - step.epochs;
    const int seconds =
        static_cast<int>(rest * ((step.train_time_s - first_step_time_s_) / moved + overhead_s_an_epoch_));
    eta = std::to_string(seconds / 60) + (seconds % 60 < 10 ? ":0" : ":") + std::to_string(seconds % 60);
  }
  const auto line_with = [&](int width) {
    const int filled = static_cast<int>(std::lround(done * width));
    std::string bar;
    for (int i = 0; i < width; ++i) bar += i < filled ? "█" : "░";
    std::string line = say("epoch %1/%2 %3 %4 %  ETA %5  %6 images/s  loss %7", step.epoch + 1, started_.spec.epochs,
                           bar, in_right_column(with_decimals(100.0 * done, 0), 3), eta, short_rate(step.images_per_s),
                           with_decimals(step.loss, 4));
    if (accuracy_test_ >= 0.0) line += say("  accuracy %1 %", share_figure(accuracy_test_, 2));
    return line;
  };
  // A narrow terminal first has a shorter bar, then fewer figures.
  constexpr int usual_bar = 24, shortest_bar = 6;
  const std::string usual = line_with(usual_bar);
  const auto too_much = static_cast<int>(columns_of(usual)) - static_cast<int>(LiveLine::width());
  line_.show(too_much <= 0 ? usual : line_with(std::max(shortest_bar, usual_bar - too_much)));
}

}  // namespace mlplab
