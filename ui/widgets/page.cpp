// The defaults of a page, and the layout that most pages have.
#include "ui/widgets/page.h"

#include "core/class/guess_summary.h"
#include "ui/widgets/layouts.h"

namespace mlplab {

namespace {
constexpr const char* space_property = "space_pauses";
}

Page::Page(QString id, QString title, QWidget* parent)
    : QWidget(parent), id_(std::move(id)), title_(std::move(title)) {}

void Page::set_base(const RunSpec& /*base*/) {}

QStringList Page::save_all(const QString& /*folder*/) { return {}; }

bool Page::take_dropped(const QStringList& /*paths*/) { return false; }

QString Page::take_lesson(const Lesson& /*lesson*/) { return {}; }

void Page::fill_lesson(Lesson& /*lesson*/) const {}

bool Page::may_measure(const RunSpec& base) {
  const QString busy = why_busy();
  if (!busy.isEmpty()) Q_EMIT failed(busy);
  return busy.isEmpty() && (!may_reach_ || may_reach_(base));
}

QVBoxLayout* Page::make_column() { return column_in(nullptr, 10, {12, 12, 12, 12}); }

std::optional<GuessQuestion> Page::guess_question() const { return std::nullopt; }

std::optional<MeasuredGuess> Page::measured_guess(const GuessQuestion& question) const {
  (void)question;
  return std::nullopt;
}

void Page::set_columns(QVBoxLayout* left, QWidget* side) {
  QHBoxLayout* row = row_in(this, 0);
  row->addLayout(left, 1);
  row->addWidget(side);
}

void leave_space_to_the_run(QWidget* view) { view->setProperty(space_property, true); }

bool leaves_space_to_the_run(const QObject* view) { return view->property(space_property).toBool(); }

}  // namespace mlplab
