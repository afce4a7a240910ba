// mlplab-cli study: the tables and figures of the published studies, repeated here. A study is a command line of
// another command, which is shown, so that it can be varied, and run.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <type_traits>

#include "app/cli/commands.h"
#include "app/cli/live_line.h"
#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/lessons/study_file.h"
#include "core/operations/product.h"
#include "core/reporting/operations_report.h"
#include "core/reporting/table.h"
#include "core/run/configuration.h"
#include "core/run/settings.h"
#include "core/study/comparison/published.h"

namespace mlplab {
namespace {

struct StudyOptions {
  std::string action, name, size = "laptop", out;
  bool json = false;
};

std::string typed(const std::vector<std::string>& list) { return joined(list, ","); }
std::string typed(const std::vector<int>& list) {
  return joined(list, ",", [](int one) { return std::to_string(one); });
}

/// The command of a page with what its form says; `epochs` are those of each run.
std::vector<std::string> words_of_page(const Lesson& lesson, int& epochs) {
  const auto number = [](int value) { return std::to_string(value); };
  const std::string backend = configuration_name(lesson.settings);
  if (lesson.comparison) {
    epochs = lesson.comparison->epochs;
    return {"compare", "--backends", typed(lesson.comparison->backends.value_or(std::vector<std::string>())),
            "--repeats", number(lesson.comparison->repeats)};
  }
  if (lesson.sweep) {
    epochs = lesson.sweep->epochs;
    const LessonSweep& sweep = *lesson.sweep;
    std::vector<std::string> words = {
        "sweep", "--axis",    to_string(sweep.axis), "--values", typed(sweep.values),        "--backend",
        backend, "--repeats", number(sweep.repeats), "--warmup", number(sweep.warmup_epochs)};
    if (sweep.scaling == Scaling::weak) words.emplace_back("--weak");
    if (sweep.by_epoch && lesson.settings.eval_every == RunSpec().eval_every)  // else it is among the settings
      words.insert(words.end(), {"--eval-every", number(lesson.settings.eval_every)});
    if (sweep.across)
      words.insert(words.end(),
                   {"--across", to_string(sweep.across->axis), "--across-values", typed(sweep.across->values)});
    return words;
  }
  if (lesson.profile) {
    epochs = lesson.profile->epochs;
    return {"profile", "--batch", typed(lesson.profile->batches), "--backend",
            backend,   "--steps", number(lesson.profile->steps)};
  }
  if (const auto& operations = lesson.operations; operations && operations->kind == LaboratoryKind::embeddings)
    return {"operations", "embeddings",
            "--count",    number(operations->images),
            "--packet",   number(operations->packet),
            "--pools",    typed(operations->pools),
            "--pool-of",  name_of(pool_names, operations->pool_of),
            "--repeats",  number(operations->repeats)};
  if (const auto& operations = lesson.operations) {
    std::vector<std::string> words = {
        "operations", to_string(operations->kind), "--sizes", typed(doubled_sizes(operations->largest)),
        "--repeats",  number(operations->repeats), "--limit", number(operations->limit_s)};
    if (operations->kind == LaboratoryKind::pooling)
      words.insert(words.end(), {"--kernel", number(operations->kernel), "--stride", number(operations->stride),
                                 "--padding", number(operations->padding)});
    return words;
  }
  return {"train", "--backend", backend};
}

/// The command line without the program's name.
std::vector<std::string> words_of(const StudyFile& study, StudySize size) {
  const Lesson lesson = lesson_of(study, size);
  int epochs = lesson.settings.epochs;
  std::vector<std::string> words = words_of_page(lesson, epochs);
  if (lesson.operations) {
    if (const std::string& network = study.network_in(size); !network.empty())
      words.insert(words.end(), {"--network", network});
    return words;
  }
  if (lesson.comparison && !lesson.comparison->published.empty()) words.insert(words.end(), {"--published", study.of});
  if (const std::string& network = study.network_in(size); !network.empty())
    words.insert(words.end(), {"--network", network});
  words.insert(words.end(), {"--epochs", std::to_string(epochs)});
  for (const Setting& setting : settings()) {
    const std::string_view path = setting.path;
    if (setting.option == nullptr || is_usual(setting, lesson.settings) || path == "epochs") continue;
    if (path == "batch" && lesson.profile) continue;
    words.push_back(setting.option);
    const bool flag = visit_setting(setting, lesson.settings, [](const auto* value) {
      return std::is_same_v<std::remove_cvref_t<decltype(*value)>, bool>;
    });
    if (!flag) words.push_back(text_of(setting, lesson.settings));
  }
  return words;
}

std::string command_line(const std::vector<std::string>& words) { return "mlplab-cli " + joined(words, " "); }

/// The figures themselves, as far as they are kept, and what is doubtful in them.
void show_published(const StudyFile& study) {
  for (const PublishedOperations& one : published_operations(find_resources()))
    if (one.id == study.of && one.embeddings) {
      std::cout << '\n' << published_embedding_sentence(one) << '\n';
      if (!one.embedding_notes.empty()) std::cout << '\n' << say("What is doubtful in the published figures:") << '\n';
      for (const std::string& note : one.embedding_notes) std::cout << "- " << note << '\n';
    }
  const std::vector<PublishedStudy> all = published_studies(find_resources());
  const auto of = std::ranges::find(all, study.of, &PublishedStudy::id);
  if (of == all.end()) return;
  const Lesson lesson = lesson_of(study, StudySize::full);
  const auto is_compared = [&](const PublishedImplementation& one) {
    return lesson.comparison && lesson.comparison->backends &&
           std::ranges::find(*lesson.comparison->backends, one.backend) != lesson.comparison->backends->end();
  };
  const bool implementations = std::ranges::any_of(of->implementations, is_compared);
  const PublishedPart part = implementations  ? PublishedPart::implementations
                             : lesson.profile ? PublishedPart::profile
                                              : PublishedPart::scaling;
  Table table{{say("printed"), say("workers"), say("training s")}, {}};
  const auto add = [&](const std::string& name, std::optional<int> workers, double time_s) {
    table.rows.push_back({say(name), workers ? std::to_string(*workers) : "–", significant(time_s, 4)});
  };
  if (implementations)
    for (const PublishedImplementation& one : of->implementations) add(one.name, one.workers, one.total_s);
  if (lesson.sweep)
    for (const PublishedCurve& curve : of->scaling)
      if (lesson.sweep->published == of->label + ", " + curve.name)
        for (const ScalingPoint& point : curve.points) add(curve.name, point.workers, point.times_s.front());
  if (!table.rows.empty()) std::cout << '\n' << to_markdown(table);
  if (lesson.comparison && !implementations)
    for (const PublishedTable& one : tables_of(*of, {part}))
      std::cout << '\n' << one.title << ":\n" << to_markdown({one.header, one.rows});
  const std::vector<std::string> doubts = doubts_of(*of, {part});
  if (!doubts.empty()) std::cout << '\n' << say("What is doubtful in the published figures:") << '\n';
  for (const std::string& doubt : doubts) std::cout << "- " << doubt << '\n';
}

void show(const StudyFile& study) {
  std::cout << study.title << '\n' << say("Printed: %1.", study.prints) << '\n';
  if (!study.unlike.empty()) std::cout << say("Unlike the study: %1.", study.unlike) << '\n';
  show_published(study);
  for (const StudySize size : {StudySize::laptop, StudySize::full}) {
    const Lesson lesson = lesson_of(study, size);
    std::cout << '\n'
              << (size == StudySize::laptop ? say("Reduced to laptop size: %1.", study.laptop_size)
                                            : say("In the size of the study."))
              << '\n';
    std::cout << time_words(lesson, find_resources(), OtherPrograms::started) << '\n';
    std::cout << "  " << command_line(words_of(study, size)) << '\n';
  }
}

/// The other command takes the place of this one: signals, exit code and output are its own.
int run_study(const StudyFile& study, const StudyOptions& options) {
  std::vector<std::string> words = words_of(study, parse_study_size(options.size));
  if (options.json) words.emplace_back("--json");
  if (!options.out.empty()) words.insert(words.end(), {"--out", options.out});
  std::cerr << command_line(words) << '\n';
  words.insert(words.begin(), "mlplab-cli");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv("/proc/self/exe", arguments.data());
  throw BackendError(say("this program could not be started again"));
}

int study_command(const StudyOptions& options) {
  if (options.action != "list") {
    const StudyFile study = find_study_file(find_resources(), options.name);
    if (options.action == "run") return run_study(study, options);
    show(study);
    return 0;
  }
  const std::vector<StudyFile> studies = study_files(find_resources());
  std::size_t width = 0;
  for (const StudyFile& study : studies) width = std::max(width, study.id.size());
  for (const StudyFile& study : studies) std::cout << in_column(study.id, width) << "  " << study.prints << '\n';
  return 0;
}

}  // namespace

void add_study_command(CLI::App& app, Action& chosen) {
  const auto [command, options] =
      add_command(app, chosen, "study", say("repeat a table or figure of a published study"), study_command);
  command
      ->add_option(
          "action", options->action,
          say("list: what can be repeated; show: what is printed, what repeats it here and about how long that "
              "takes; run: measure it"))
      ->required()
      ->check(CLI::IsMember({"list", "show", "run"}));
  command->add_option("name", options->name, say("a name of the list"));
  command->add_option("--size", options->size, say("laptop, or full: that of the study"))->capture_default_str();
  command->add_option("--out", options->out, say("where to keep it, as the command that measures it takes it"));
  command->add_flag("--json", options->json, say("of run: JSON on stdout"));
}

}  // namespace mlplab
