// Files of resources/studies: what repeats a table or figure of a published study here, in the size of a laptop and in
// that of the study (docs/file-formats.md, 'Studies'). The window opens one as a lesson, the terminal runs it.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "core/lessons/lesson.h"

namespace mlplab {

enum class StudySize { laptop, full };

/// Its texts are in the language that was set.
struct StudyFile {
  std::filesystem::path path;
  std::string id;           // 'caldas-threads', the name of the file
  std::string of;           // PublishedStudy::id
  std::string title;        // 'Threads: 1 to 16'
  std::string prints;       // what the study prints of it
  std::string unlike;       // what is other here than in the study, in both sizes; ''
  std::string laptop_size;  // what the size of a laptop leaves out
  std::string network;      // as --network takes it; '' for that of a run for which nothing is said
  std::string laptop_network;
  const std::string& network_in(StudySize size) const { return size == StudySize::laptop ? laptop_network : network; }
};

/// All of them, by study and then by name. Throws InputError naming the file.
std::vector<StudyFile> study_files(const std::filesystem::path& resources);
/// Throws UsageError with the names there are.
StudyFile find_study_file(const std::filesystem::path& resources, const std::string& id);
/// Its settings, page and form. They may start the other programs that the study compares: the file is this program's
/// own. Throws InputError naming the file.
Lesson lesson_of(const StudyFile& study, StudySize size);

std::string to_string(StudySize size);
/// Throws UsageError.
StudySize parse_study_size(const std::string& text);

/// Whether programs that are not this one may be started to see how long they take: nobody has pressed a button yet.
enum class OtherPrograms { left_out, started };

/// About how long a study takes on this machine, before it is begun: a sentence on the training that the lesson's page
/// would do, from a few small batches of each of its runs, trained now: larger ones take less time for an image. ''
/// once `stop` (optional) is true, which ends the training.
std::string time_words(const Lesson& lesson, const std::filesystem::path& resources, OtherPrograms programs,
                       const std::atomic<bool>* stop = nullptr);

}  // namespace mlplab
