// The options of `mlplab-cli operations`.
#pragma once

#include <string>
#include <vector>

#include "app/cli/trained_model.h"
#include "core/operations/embeddings.h"
#include "core/operations/pooling.h"

namespace mlplab {

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

}  // namespace mlplab
