// The class's rounds of guesses: what is asked, how many replied, and after the end their guesses beside what was
// measured. A closed round is kept beside the measurement that comes next on the page it was asked for.
#pragma once

#include <QPointer>
#include <QWidget>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/class/guess_summary.h"
#include "core/class/kept_round.h"
#include "ui/theme/theme.h"

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace mlplab {

class ChartCard;
class ClassServer;
class Page;

class GuessView : public QWidget {
  Q_OBJECT
 public:
  explicit GuessView(ClassServer& server, QWidget* parent = nullptr);

  /// Offers what this page's 'Guess first' asks, and follows its measurements.
  void add_page(Page& page);
  void set_theme(const Theme& theme);
  /// After a change of the class.
  void refresh();
  ChartCard* chart() const { return chart_; }
  /// The kept round's measurement; empty before there is one.
  const std::filesystem::path& kept() const { return asked_.kept; }

 public Q_SLOTS:
  void ask();
  void close_round();
  /// Back to the round before, and from there to this one again.
  void undo();

 Q_SIGNALS:
  void failed(const QString& message);
  void saved(const QString& path);

 private:
  void measurement_began(Page& page, const std::filesystem::path& kept);
  void measured(Page& page, const std::filesystem::path& kept);
  void list_questions();
  std::optional<KeptRound> closed_round() const;

  ClassServer& server_;
  std::vector<Page*> pages_;
  /// The window's part of a round.
  struct Asked {
    QPointer<Page> by;                   // the page whose question is asked
    std::filesystem::path kept;          // what was measured for the round
    std::optional<MeasuredGuess> value;  // of the round
  };
  Asked asked_, before_;  // of the round, and of the one before it
  QComboBox* question_;
  QPushButton *ask_, *close_;
  QToolButton* undo_;
  QLabel *count_, *reading_;
  ChartCard* chart_;
};

}  // namespace mlplab
