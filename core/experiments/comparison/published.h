// Measurements printed in reports of others (resources/published/*.json), to lay beside one's own.
// To add a source: a file there; its README.md says how.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/statistics/scaling.h"

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

/// Where a step's time goes at one batch size, as far as it was printed.
struct PublishedProfilePoint {
  int batch = 0;
  double h2d_share = 0.0, kernel_share = 0.0, d2h_share = 0.0;  // of a step
  std::optional<double> h2d_s, kernel_s, d2h_s, step_s;         // rounded as printed: they need not add up
  std::optional<double> images_per_s, epoch_time_s, total_s;    // total_s: the whole training
  std::optional<double> accuracy_test;
};

struct PublishedProfile {
  std::string implementation;  // 'PyCUDA'
  std::string device;          // 'NVIDIA RTX 5060 Laptop 8 GB'
  std::vector<PublishedProfilePoint> points;
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
  std::optional<PublishedProfile> profile;
};

/// Machines, names and what is said about them are in the language of now, as far as it has them.
/// Throws InputError naming the file and the member that is missing or of the wrong kind.
PublishedStudy read_published(const std::filesystem::path& file);
/// Every study in `resources`/published, by name of file; profiles of our own there are not among them
/// (core/experiments/profile/profile_study.h), nor measurements of single operations (core/operations).
std::vector<PublishedStudy> published_studies(const std::filesystem::path& resources);

}  // namespace mlplab
