// Measurements printed in reports of others (resources/published/*.json), to lay beside one's own.
// To add a source: a file there; its README.md says how.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/experiments/scaling.h"

namespace mlplab {

/// One curve over workers, one run a point.
struct PublishedCurve {
  std::string name;  // 'C + OpenMP'
  std::string unit;  // 'threads', 'processes'
  std::vector<ScalingPoint> points;
};

/// One implementation's whole training, once.
struct PublishedImplementation {
  std::string name;
  std::string backend;  // the backend of ours that does the same, '' for none
  std::optional<int> workers;
  double total_s = 0.0;
  std::optional<double> accuracy;
};

struct PublishedStudy {
  std::string id;
  std::string label;  // short, for a legend
  std::string title;
  std::string publisher;  // with the year
  std::string machine;
  std::string machine_short;  // for a legend: 'i7 laptop'
  std::string about;
  int epochs = 0;  // of the implementations' trainings
  std::vector<PublishedImplementation> implementations;
  std::vector<PublishedCurve> scaling;
};

/// Throws InputError naming the file and the member that is missing or of the wrong kind.
PublishedStudy read_published(const std::filesystem::path& file);
/// Every study in `resources`/published, by name of file.
std::vector<PublishedStudy> published_studies(const std::filesystem::path& resources);

}  // namespace mlplab
