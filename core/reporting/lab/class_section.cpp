// The class's guesses beside what was measured, where a round of them was kept with it.
#include "core/base/language.h"
#include "core/class/kept_round.h"
#include "core/reporting/charts/class_charts.h"
#include "core/reporting/lab/draft.h"

namespace mlplab {

void add_class_section(ReportDraft& draft, const EntryName& name, const std::filesystem::path& path,
                       const std::string& work,
                       const std::function<std::optional<MeasuredGuess>(const GuessQuestion&)>& measured) {
  std::optional<KeptRound> round;
  try {
    round = read_round(round_file_of(path));
  } catch (const InputError& error) {
    draft.doubt(name.text, error.what());
  }
  if (!round || round->guesses.empty()) return;
  const std::optional<MeasuredGuess> value = measured ? measured(round->question) : std::nullopt;
  ReportSection section{.title = say("Guesses of the class: %1", name.text), .parts = {}};
  section.parts.emplace_back(
      ReportParagraph{say("Before it was measured, the class guessed the %1.", words_of(round->question)) + " " +
                      guesses_reading(*round, value)});
  section.parts.emplace_back(
      ReportChart{.name = name.id + " guesses",
                  .caption = say("How many guessed what; an upright line at the measured value."),
                  .chart = guesses_chart(*round, value)});
  name_work(section, work);
  draft.sections.push_back(std::move(section));
}

}  // namespace mlplab
