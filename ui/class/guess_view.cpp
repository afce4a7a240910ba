#include "ui/class/guess_view.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "core/base/clock.h"
#include "core/reporting/charts/class_charts.h"
#include "ui/charts/chart_card.h"
#include "ui/phones/class_server.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/page.h"

namespace mlplab {

GuessView::GuessView(ClassServer& server, QWidget* parent) : QWidget(parent), server_(server) {
  QVBoxLayout* column = column_in(this, 8);
  QHBoxLayout* row = spaced_row(8);
  question_ = narrow_combo(tr("What the class is to guess"));
  ask_ = push_button(tr("&Ask"), tr("Ask all phones for their guess of it, as the page's form is now"));
  close_ = push_button(tr("C&lose the round"), tr("No guess is taken any more, and all are shown"));
  row->addWidget(question_, 1);
  row->addWidget(ask_);
  row->addWidget(close_);
  column->addLayout(row);
  count_ = wrapped_label("title");
  undo_ = flat_button(tr("Undo"), tr("Puts back the round before this one; pressed once more, this one"));
  auto* state = new QHBoxLayout;
  state->addWidget(count_, 1);
  state->addWidget(undo_, 0, Qt::AlignTop);
  column->addLayout(state);
  chart_ = new ChartCard;
  column->addWidget(chart_, 1);
  reading_ = new QLabel;
  reading_->hide();
  reading_->setWordWrap(true);
  reading_->setTextFormat(Qt::PlainText);  // with names as people typed them
  reading_->setAccessibleName(tr("What the guesses say"));
  column->addWidget(reading_);
  connect(ask_, &QPushButton::clicked, this, &GuessView::ask);
  connect(close_, &QPushButton::clicked, this, &GuessView::close_round);
  connect(undo_, &QToolButton::clicked, this, &GuessView::undo);
  connect(&server_, &ClassServer::started, this, [this] { asked_ = before_ = {}; });
  connect(chart_, &ChartCard::failed, this, &GuessView::failed);
  connect(chart_, &ChartCard::saved, this, &GuessView::saved);
  refresh();
}

void GuessView::add_page(Page& page) {
  pages_.push_back(&page);
  connect(&page, &Page::guessBegan, this,
          [this, &page](const std::filesystem::path& kept) { measurement_began(page, kept); });
  connect(&page, &Page::guessMeasured, this,
          [this, &page](const std::filesystem::path& kept) { measured(page, kept); });
  list_questions();
}

void GuessView::list_questions() {
  // Entry by entry: a list that is open stays open.
  for (int i = 0; i < static_cast<int>(pages_.size()); ++i) {
    const Page* page = pages_[static_cast<std::size_t>(i)];
    const std::optional<GuessQuestion> question = page->guess_question();
    if (i >= question_->count()) question_->addItem({});
    question_->setItemText(
        i, question ? QStringLiteral("%1: %2").arg(page->title(), QString::fromStdString(words_of(*question)))
                    : page->title());
  }
}

void GuessView::ask() {
  const auto chosen = static_cast<std::size_t>(std::max(0, question_->currentIndex()));
  if (!server_.running() || chosen >= pages_.size()) return;
  const std::optional<GuessQuestion> question = pages_[chosen]->guess_question();
  if (!question) {
    Q_EMIT failed(tr("The page %1 asks for no guess as its form is now: a guess is for a sweep over workers.")
                      .arg(pages_[chosen]->title()));
    return;
  }
  before_ = std::exchange(asked_, {.by = pages_[chosen], .kept = {}, .value = {}});
  server_.session()->open_round(*question);
  refresh();
}

void GuessView::close_round() {
  if (server_.session() != nullptr) server_.session()->close_round();
  refresh();
}

void GuessView::undo() {
  if (server_.session() == nullptr || !server_.session()->has_round_before()) return;
  server_.session()->swap_rounds();
  std::swap(asked_, before_);
  refresh();
}

std::optional<KeptRound> GuessView::closed_round() const {
  if (server_.session() == nullptr) return std::nullopt;
  const std::optional<GuessRound> round = server_.session()->round();
  if (!round || !round->closed()) return std::nullopt;
  return KeptRound{round->question(), round->guesses()};
}

/// A guess that comes after the measurement has begun would be none: the round is closed by it.
void GuessView::measurement_began(Page& page, const std::filesystem::path& kept) {
  if (asked_.by != &page || !asked_.kept.empty() || server_.session() == nullptr) return;
  close_round();
  const std::optional<KeptRound> round = closed_round();
  if (!round || round->guesses.empty() || kept.empty()) return;
  attempt(this, [&] {
    write_round(round_file_of(kept), *round);
    asked_.kept = kept;
  });
  refresh();
}

void GuessView::measured(Page& page, const std::filesystem::path& kept) {
  const std::optional<KeptRound> round = closed_round();
  if (asked_.by != &page || asked_.kept.empty() || kept != asked_.kept || !round) return;
  asked_.value = page.measured_guess(round->question);
  refresh();
}

void GuessView::refresh() {
  list_questions();
  const ClassSession* session = server_.session();
  const std::optional<GuessRound> round = session == nullptr ? std::nullopt : session->round();
  const bool open = round && !round->closed();
  ask_->setEnabled(server_.running() && !open && !pages_.empty());
  question_->setEnabled(ask_->isEnabled());
  close_->setEnabled(open);
  undo_->setEnabled(session != nullptr && session->has_round_before());
  if (!round) {
    count_->setText(tr("No round yet: choose what is to be guessed and press Ask."));
  } else if (open) {
    count_->setText(QStringLiteral("%1: %2").arg(
        QString::fromStdString(words_of(round->question())),
        tr("%1 of %2 have guessed").arg(round->count()).arg(session->counts(now_s()).joined)));
  } else {
    count_->setText(asked_.kept.empty()
                        ? tr("The round is closed. Start the measurement on its page: the guesses are kept "
                             "with it.")
                        : tr("The guesses are kept with %1.").arg(QString::fromStdString(asked_.kept.string())));
  }
  const std::optional<KeptRound> closed = closed_round();
  if (!closed) {
    reading_->hide();
    chart_->set_data(guesses_chart({round ? round->question() : GuessQuestion(), {}}, std::nullopt));
    return;
  }
  chart_->set_data(guesses_chart(*closed, asked_.value));
  reading_->setText(QString::fromStdString(guesses_reading(*closed, asked_.value)));
  reading_->show();
}

void GuessView::set_theme(const Theme& theme) { chart_->set_theme(theme); }

}  // namespace mlplab
