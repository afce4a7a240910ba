// The measurements of a laboratory of operations as a file: a table and its charts are there after closing the window.
// A further figure is a member here and a line in kept_study.cpp.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/operations/embeddings.h"
#include "core/operations/pooling.h"

namespace mlplab {

enum class LaboratoryKind { pooling, product, embeddings };
std::string to_string(LaboratoryKind kind);  // as in files
/// Throws UsageError.
LaboratoryKind parse_laboratory(const std::string& name);

struct KeptStudy {
  LaboratoryKind kind = LaboratoryKind::pooling;
  std::string machine;  // its processor; '' in older files
  std::string when;     // local time, '2026-11-24 14:30'
  PoolingCase pooling;
  std::vector<int> sizes;
  TimingOptions timing;
  OperationStudy study;  // its variants in words alone: they can be shown, and not measured again
  std::filesystem::path folder;
  bool of_faces = false;  // the images are the faces of the photographs in the folder
  EmbeddingPlan embedding_plan;
  EmbeddingStudy embeddings;  // without the numbers themselves
  bool stopped = false;       // before its end
};

/// A new file for a study of this kind: the date, then the kind.
std::filesystem::path new_study_file(const std::filesystem::path& folder, LaboratoryKind kind);
/// Replaced as a whole. Throws InputError naming the file.
void save_study(const std::filesystem::path& file, const KeptStudy& kept);
/// Throws InputError naming the file: missing, of another format, with impossible figures.
KeptStudy read_study(const std::filesystem::path& file);

}  // namespace mlplab
