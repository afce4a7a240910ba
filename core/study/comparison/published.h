// Measurements printed in reports of others (resources/published/*.json), to lay beside one's own.
// To add a source: a file there; its README.md says how.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/statistics/scaling.h"

namespace mlplab {

/// One curve over workers, one run per point; where only speedups were printed, the times are relative.
struct PublishedCurve {
  std::string name;  // 'C + OpenMP', in the language that was set
  std::string of;    // the implementation's, in English as in the file
  std::string unit;  // 'threads', 'processes'
  std::vector<ScalingPoint> points;
};

/// One implementation's whole training, once.
struct PublishedImplementation {
  std::string name;     // in English, as in files: say() it to people
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

/// The pages and tables beside which something of a study is shown.
enum class PublishedPart { implementations, scaling, profile, energy };

/// A doubt about the figures, or a remark that belongs beside them.
struct PublishedNote {
  std::vector<PublishedPart> on;
  std::string text;
};

/// Figures that are laid over no chart; cells as printed.
struct PublishedTable {
  std::vector<PublishedPart> on;
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // each as long as the header
};

/// Joules of a whole training, with and without those that the idle machine would have taken too; energy-delay products
/// are relative to PublishedEnergy::baseline.
struct PublishedEnergyRow {
  std::string name;
  double energy_j = 0.0, energy_with_idle_j = 0.0;
  double relative_edp = 0.0, relative_edp_with_idle = 0.0;
};

struct PublishedEnergy {
  std::string title;
  std::string baseline;  // the name of one of the rows
  std::vector<PublishedEnergyRow> rows;
};

struct PublishedStudy {
  std::string id;
  std::string label;  // short, for a legend
  std::string title;
  std::string publisher;  // with the year
  std::string machine;
  std::string machine_short;  // for a legend: 'i7 laptop'
  std::string about;
  std::vector<int> network;  // widths, of the implementations' trainings, as the next three
  std::string dataset;
  int epochs = 0;
  std::int64_t images = 0;  // training images of each epoch; 0 where it is not stated
  std::vector<PublishedImplementation> implementations;
  std::vector<PublishedCurve> scaling;
  std::optional<PublishedProfile> profile;
  std::optional<PublishedEnergy> energy;
  std::vector<PublishedTable> tables;
  std::vector<PublishedNote> doubts;
};

using PublishedParts = std::vector<PublishedPart>;
/// The doubts about any of the parts, each text once, in the order of the file.
std::vector<std::string> doubts_of(const PublishedStudy& study, const PublishedParts& parts);
/// The tables of any of the parts; that of the energy, as text, is among them where `parts` names it.
std::vector<PublishedTable> tables_of(const PublishedStudy& study, const PublishedParts& parts);
/// Both: what is shown beside published figures everywhere.
struct PublishedBeside {
  std::vector<PublishedTable> tables;
  std::vector<std::string> doubts;
};
inline PublishedBeside beside_published(const PublishedStudy& study, const PublishedParts& parts) {
  return {tables_of(study, parts), doubts_of(study, parts)};
}

/// Machines, names and what is said about them are in the language of now, as far as it has them. Throws InputError
/// naming the file and the member that is missing or of the wrong kind.
PublishedStudy read_published(const std::filesystem::path& file);
/// Every study in `resources`/published, by name of file; profiles of our own there are not among them
/// (core/study/profile/profile_study.h), nor measurements of single operations (core/operations).
/// A file that cannot be read costs its own study alone: `left_out` (optional) says which, and why.
std::vector<PublishedStudy> published_studies(const std::filesystem::path& resources,
                                              std::vector<std::string>* left_out = nullptr);

}  // namespace mlplab
