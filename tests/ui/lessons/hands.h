// Somebody at the window with a mouse and a keyboard, who does what a lesson asks for.
#pragma once

#include <QtTest>
#include <QtWidgets>
#include <algorithm>

#include "core/lessons/lesson_kernel.h"
#include "tests/support/mended_kernels.h"
#include "tests/support/window_home.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_setup.h"
#include "ui/draw/drawing_canvas.h"
#include "ui/lessons/classroom.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/profile/profile_page.h"
#include "ui/profile/profile_setup.h"
#include "ui/scale/scale_page.h"
#include "ui/scale/sweep_setup.h"
#include "ui/train/rate_dialog.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/form.h"
#include "ui/widgets/form_parts.h"
#include "ui/workshop/code_edit.h"
#include "ui/workshop/editor_card.h"
#include "ui/workshop/workshop_page.h"
#include "ui/workshop/workshop_setup.h"

namespace mlplab {

inline constexpr int long_ms = 60000;

class Hands {
 public:
  explicit Hands(MainWindow& window) : window_(window) {}

  void go_to(const char* id) {
    const auto& pages = window_.pages();
    const auto page = std::ranges::find(pages, QLatin1String(id), &Page::id);
    QVERIFY(page != pages.end());
    if (page - pages.begin() < 9)
      QTest::keyClick(&window_, static_cast<Qt::Key>(Qt::Key_1 + (page - pages.begin())), Qt::ControlModifier);
    else  // its keys are no single digit
      window_.action(QStringLiteral("page_") + QLatin1String(id))->trigger();
    QVERIFY2((*page)->isVisible(), id);
  }

  void type(const Form& form, const char* row, const QString& text) {
    QWidget* editor = form.editor_of(QLatin1String(row));
    if (editor != nullptr && editor->focusProxy() != nullptr) editor = editor->focusProxy();  // beside a button
    for (QToolButton* more : window_.findChildren<QToolButton*>())  // as the lesson's text says
      if (editor != nullptr && !editor->isVisible() && more->isVisible() &&
          more->accessibleName() == QStringLiteral("More settings"))
        more->click();
    QVERIFY2(editor != nullptr && editor->isEnabled() && editor->isVisible(), row);
    editor->setFocus();
    if (qobject_cast<QComboBox*>(editor) == nullptr) QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Tab);
  }

  void guess(Page* page) {
    for (QCheckBox* box : page->findChildren<QCheckBox*>()) {
      if (!box->text().contains(QStringLiteral("uess first"))) continue;
      QVERIFY(box->isEnabled());
      if (box->isChecked()) QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(6, box->height() / 2));
      QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(6, box->height() / 2));
      QVERIFY(box->isChecked());
    }
    for (auto* field : page->findChildren<QDoubleSpinBox*>()) {
      if (!field->accessibleName().startsWith(QStringLiteral("Expected"))) continue;
      field->setFocus();
      field->selectAll();
      QTest::keyClicks(field, QLocale().toString(field->value(), 'f', 1));  // what stands there is expected
    }
  }

  void run() {
    const int before = static_cast<int>(window_.session().runs().size());
    QTest::keyClick(&window_, Qt::Key_R, Qt::ControlModifier);
    QVERIFY2(QTest::qWaitFor([&] { return static_cast<int>(window_.session().runs().size()) > before; }, long_ms),
             "no run began");
    QVERIFY(QTest::qWaitFor([&] { return !window_.session().active(); }, long_ms));
  }

  void draw() {
    auto* canvas = window_.findChild<DrawingCanvas*>();
    QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->rect().center());
    QTest::mousePress(canvas, Qt::LeftButton, {}, QPoint(canvas->width() / 2, canvas->height() / 5));
    for (int i = 1; i < 12; ++i) QTest::mouseMove(canvas, QPoint(canvas->width() / 2, canvas->height() * (3 + i) / 16));
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, QPoint(canvas->width() / 2, canvas->height() * 4 / 5));
  }

  /// Does once what a check asks for.
  void act(const LessonCheck& check, int time) {
    SetupPanel& setup = window_.setup();
    switch (check.act) {
      case LessonAct::run_started:
      case LessonAct::run_ended:
      case LessonAct::accuracy:
        return run();
      case LessonAct::setting_varied: {
        go_to("train");
        const bool schedule = check.setting == "optimizer.schedule";
        const QStringList values = schedule                                     ? QStringList{QStringLiteral("One")}
                                   : check.setting == "optimizer.learning_rate" ? QStringList{"0.01", "1", "5", "1.6"}
                                                                                : QStringList{"2", "3", "32"};
        type(setup.form(), check.setting.c_str(), values.at(time % values.size()));
        return run();
      }
      case LessonAct::digit_drawn:
        go_to("draw");
        return draw();
      case LessonAct::guess_entered:
        go_to(check.page.c_str());
        return guess(*std::ranges::find(window_.pages(), QString::fromStdString(check.page), &Page::id));
      case LessonAct::rate_searched: {
        go_to("train");
        for (QToolButton* tool : setup.findChildren<QToolButton*>())
          if (tool->text().startsWith(QStringLiteral("Find"))) QTest::mouseClick(tool, Qt::LeftButton);
        auto* dialog = window_.findChild<RateDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QPushButton* search = dialog->start_bar()->button();
        QVERIFY(QTest::qWaitFor([&] { return search->isEnabled(); }, long_ms));
        QTest::mouseClick(search, Qt::LeftButton);
        QVERIFY(QTest::qWaitFor(
            [&] { return window_.classroom().progress()->done(window_.classroom().progress()->step()); }, long_ms));
        dialog->reject();
        window_.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window_));
        return;
      }
      case LessonAct::speedup_measured: {
        go_to("scale");
        auto* page = window_.findChild<ScalePage*>();
        QVERIFY2(page->setup().start_button()->isEnabled(), "cannot measure");
        QTest::mouseClick(page->setup().start_button(), Qt::LeftButton);
        QVERIFY(page->session().active());
        QVERIFY(QTest::qWaitFor([&] { return !page->session().active(); }, long_ms));
        return;
      }
      case LessonAct::page_opened:
        return go_to(check.page.c_str());
      case LessonAct::profile_opened: {
        go_to("profile");
        auto* page = window_.findChild<ProfilePage*>();
        auto* published = qobject_cast<QComboBox*>(page->setup().form().editor_of(QStringLiteral("published")));
        if (published->currentIndex() == 0) {
          QTest::keyClick(published, Qt::Key_Down);
          return;
        }
        QTest::mouseClick(page->setup().start_button(), Qt::LeftButton);
        QVERIFY(page->session().active());
        QVERIFY(QTest::qWaitFor([&] { return !page->session().active(); }, long_ms));
        return;
      }
      case LessonAct::comparison_done: {
        go_to("compare");
        auto* page = window_.findChild<ComparePage*>();
        QVERIFY(QTest::qWaitFor([&] { return page->setup().start_button()->isEnabled(); }, long_ms));
        QTest::mouseClick(page->setup().start_button(), Qt::LeftButton);
        QVERIFY(page->session().active());
        QVERIFY(QTest::qWaitFor([&] { return !page->session().active(); }, long_ms));
        return;
      }
      case LessonAct::workshop_checked:
        return check_kernel(check);
      case LessonAct::workshop_timed:
        return press_in_workshop("time");
    }
  }

  /// Begins the kernel where its fault is to be found, and mends it where it is to be right.
  void check_kernel(const LessonCheck& check) {
    auto* page = window_.findChild<WorkshopPage*>();
    if (check.finds != finds_nothing) {
      const std::filesystem::path before = page->work() ? page->work()->folder : std::filesystem::path();
      QTest::mouseClick(window_.lesson_panel().begin(), Qt::LeftButton);
      QVERIFY(page->isVisible() && page->work() && page->work()->folder != before);
      QVERIFY2(!page->session().active() && !page->session().checked(), "a lesson runs nothing");
    } else {
      CodeEdit& edit = page->editor().edit();
      const test::MendedKernel* kernel = test::find_mended(check.kernel);
      QVERIFY2(kernel != nullptr, check.kernel.c_str());
      const std::string mended = test::mended(*kernel, edit.toPlainText().toStdString());
      QVERIFY2(!mended.empty(), qPrintable(edit.toPlainText()));
      edit.replace_text(QString::fromStdString(mended));
    }
    press_in_workshop("check");
  }

  void press_in_workshop(const char* id) {
    go_to("workshop");
    auto* page = window_.findChild<WorkshopPage*>();
    QPushButton* button = page->setup().button(QLatin1String(id));
    QVERIFY2(button != nullptr && button->isVisible() && button->isEnabled(), id);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY2(page->session().active(), id);
    QVERIFY(QTest::qWaitFor([&] { return !page->session().active(); }, 3 * long_ms));
  }

 private:
  MainWindow& window_;
};

}  // namespace mlplab
