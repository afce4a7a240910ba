// A small data set on disk, which other processes can read, and a run on it.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/data/idx.h"
#include "core/data/load.h"
#include "core/launch/train.h"
#include "tests/support/support.h"

namespace mlplab::test {

class RunOnFolder : public testing::Test {
 protected:
  RunOnFolder() {
    write_idx_folder(folder_ / "data", small_dataset(200, 60));
    spec_ = small_spec();
    spec_.epochs = 3;
    spec_.data.source = (folder_ / "data").string();
    data_ = load_dataset(spec_.data, {}, spec_.seed);
  }
  RunEnded run(Remember& sink, const StartingPoint& from = {}) { return train(spec_, data_, sink, control_, from); }
  void use(const std::string& backend, int ranks, const std::string& compute = "sequential") {
    train_by(spec_, backend, ranks, {{"compute", compute}});
  }
  TemporaryFolder folder_;
  RunSpec spec_;
  Dataset data_;
  RunControl control_;
};

}  // namespace mlplab::test
