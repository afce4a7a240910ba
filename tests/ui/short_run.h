// Runs of the window's tests: few images, and a network with one small hidden layer.
#pragma once

#include <string>

#include "ui/train/setup_panel.h"

namespace mlplab {

struct ShortRun {
  int train = 400, test = 100, hidden = 8, epochs = 1;
  std::string backend = reference_entry().name;
};

/// As the form has it at first, but for these.
inline RunSpec short_run(const ShortRun& run = {}) {
  RunSpec spec = SetupPanel::default_spec();
  spec.backend = run.backend;
  spec.data.train_limit = run.train;
  spec.data.test_limit = run.test;
  spec.model = make_mlp({784, run.hidden, 10}, Activation::relu);
  spec.epochs = run.epochs;
  return spec;
}

}  // namespace mlplab
