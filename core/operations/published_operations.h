// Others' measurements of single operations (resources/published/*.json of the format 'mlplab-published-operations-1'),
// to lay beside one's own. Figures as printed; what is doubtful about them is in the notes. To add a source: a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/operations/pooling.h"

namespace mlplab {

struct PublishedOperationCurve {
  std::string name;    // 'T4, loops'; in English as in the file, and so is the device: say() them to people
  std::string device;  // 'NVIDIA T4'
  std::vector<int> n;
  std::vector<double> total_s, product_s;  // as long as n; product_s may be empty
  bool shown = false;                      // in the charts; the others would crowd them
};

struct PublishedEmbeddings {
  int images = 0, packet = 0, packets = 0, workers = 0;
  double serial_s = 0.0, parallel_s = 0.0;
  double speedup() const { return serial_s / parallel_s; }
};

struct PublishedOperations {
  std::string id, label, publisher, machine, about;
  PoolingCase pooling;  // its n says nothing
  std::vector<PublishedOperationCurve> pooling_curves, product_curves;
  std::vector<std::string> pooling_notes, product_notes, embedding_notes;  // in the language that was set
  std::optional<PublishedEmbeddings> embeddings;
};

/// Throws InputError naming the file and what is wrong with it.
PublishedOperations read_published_operations(const std::filesystem::path& file);
/// Every file of the format in `resources`/published, by name. A file that cannot be read costs its own study alone:
/// `left_out` (optional) says which, and why.
std::vector<PublishedOperations> published_operations(const std::filesystem::path& resources,
                                                      std::vector<std::string>* left_out = nullptr);

}  // namespace mlplab
