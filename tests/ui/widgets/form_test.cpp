// The rows of a form: where an error is shown, what is framed, rows that come and go.
#include "ui/widgets/form.h"

#include <QtTest>
#include <QtWidgets>

#include "core/base/error.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/form_parts.h"

using namespace mlplab;

class FormTest : public QObject {
  Q_OBJECT

  struct ShownForm {
    QWidget window;
    Form form{new QVBoxLayout(&window)};
    QLineEdit* batch = new QLineEdit;
    QWidget* model = new QWidget;
    QLineEdit* widths = new QLineEdit(model);

    ShownForm() {
      form.add(QStringLiteral("batch"), QStringLiteral("Batc&h"), batch);
      form.add(QStringLiteral("model"), QStringLiteral("&Network"), model, widths);
      form.add(QStringLiteral("model.loss"), QStringLiteral("&Loss"), new QComboBox);
      window.layout()->addWidget(form.other_error());
      window.show();
    }
    Faults faults(std::initializer_list<UsageError> errors) const {
      Faults all;
      for (const UsageError& error : errors) add_fault(all, error);
      return all;
    }
  };

 private Q_SLOTS:
  void an_error_goes_to_its_row_or_to_the_member_around_it() {
    ShownForm s;
    s.form.set_faults(s.faults({UsageError("too small", "batch"), UsageError("too deep", "model.layers")}));
    QCOMPARE(s.form.error_of(QStringLiteral("batch")), QStringLiteral("too small"));
    QCOMPARE(s.form.error_of(QStringLiteral("model")), QStringLiteral("too deep"));
    QVERIFY(s.form.error_of(QStringLiteral("model.loss")).isEmpty());
    QVERIFY(s.form.error_of({}).isEmpty());
    s.form.set_faults(s.faults({UsageError("unfit", "model.loss"), UsageError("strange", "optimizer.beta1")}));
    QVERIFY(s.form.error_of(QStringLiteral("batch")).isEmpty());
    QVERIFY(s.form.error_of(QStringLiteral("model")).isEmpty());
    QCOMPARE(s.form.error_of(QStringLiteral("model.loss")), QStringLiteral("unfit"));
    QCOMPARE(s.form.error_of({}), QStringLiteral("strange"));
    QVERIFY(s.form.other_error()->isVisible());
    s.form.set_faults({});
    QVERIFY(!s.form.other_error()->isVisible());
  }

  void an_error_of_no_member_stands_under_the_form() {
    ShownForm s;
    Faults faults;
    add_fault(faults, BackendError("out of memory"));
    s.form.set_faults(faults);
    QCOMPARE(s.form.error_of({}), QStringLiteral("out of memory"));
    for (const QString& name : s.form.names()) QVERIFY(s.form.error_of(name).isEmpty());
  }

  void what_is_wrong_is_framed_and_read_aloud() {
    ShownForm s;
    s.form.set_faults(s.faults({UsageError("too deep", "model")}));
    QVERIFY(s.widths->property("invalid").toBool());
    QVERIFY(!s.batch->property("invalid").toBool());
    QCOMPARE(s.model->accessibleDescription(), QStringLiteral("too deep"));
    s.form.set_faults({});
    QVERIFY(!s.widths->property("invalid").toBool());
    QVERIFY(s.model->accessibleDescription().isEmpty());
  }

  void the_error_of_a_hidden_row_is_hidden_with_it() {
    ShownForm s;
    const auto visible = [&s](const QString& text) {
      for (const QLabel* label : s.window.findChildren<QLabel*>()) {
        if (label->text() == text) return label->isVisible();
      }
      return false;
    };
    s.form.set_visible(QStringLiteral("batch"), false);
    s.form.set_faults(s.faults({UsageError("too small", "batch")}));
    QVERIFY(!visible(QStringLiteral("too small")));
    s.form.set_visible(QStringLiteral("batch"), true);
    QVERIFY(visible(QStringLiteral("too small")));
    QVERIFY(s.batch->isVisible());
  }

  void rows_come_and_go() {
    ShownForm s;
    const int place = s.form.reserve(2);
    for (int round = 0; round < 2; ++round) {
      QPointer<QLineEdit> pin = new QLineEdit;
      s.form.add_at(place, QStringLiteral("options.pin"), QStringLiteral("Pin"), pin);
      QCOMPARE(s.form.editor_of(QStringLiteral("options.pin")), pin.data());
      s.form.set_faults(s.faults({UsageError("no such cores", "options.pin")}));
      QCOMPARE(s.form.error_of(QStringLiteral("options.pin")), QStringLiteral("no such cores"));
      s.form.remove(QStringLiteral("options.pin"));
      QVERIFY(s.form.editor_of(QStringLiteral("options.pin")) == nullptr);
      QTRY_VERIFY(!pin);
      s.form.set_faults(s.faults({UsageError("no such cores", "options.pin")}));
      QCOMPARE(s.form.error_of({}), QStringLiteral("no such cores"));
    }
  }

  void a_note_ends_after_a_part_that_fits_and_tells_all_in_its_tip() {
    ElidedLabel note(QStringLiteral("ms of an epoch, log scale (of 3 runs)"));
    const auto width = [&](const char* text) { return note.fontMetrics().horizontalAdvance(QLatin1String(text)); };
    QCOMPARE(note.shown_in(2 * width("ms of an epoch, log scale (of 3 runs)")), note.text());
    QCOMPARE(note.shown_in(width("ms of an epoch, log scale (of 3 ru")), QStringLiteral("ms of an epoch, log scale"));
    QCOMPARE(note.shown_in(width("ms of an epoch, log sc")), QStringLiteral("ms of an epoch"));
    const QString cut = note.shown_in(width("ms of an ep"));  // not even the first part
    QVERIFY2(cut.endsWith(QChar(0x2026)) && cut.startsWith(QStringLiteral("ms of")), qPrintable(cut));
    QCOMPARE(note.shown_in(width("ms")), QString());
    for (int room = 0; room < 400; ++room)
      QVERIFY2(note.fontMetrics().horizontalAdvance(note.shown_in(room)) <= room || room == 0,
               qPrintable(QString::number(room)));
    note.resize(width("ms of an epoch, log sc"), 20);
    note.grab();
    QVERIFY2(note.toolTip().contains(QStringLiteral("of 3 runs")), qPrintable(note.toolTip()));
    note.setText(QStringLiteral("ms"));
    note.grab();
    QCOMPARE(note.toolTip(), QString());
  }

  /// A low window, as with a lesson over the page: the form is scrolled to what starts a measurement.
  void a_setup_column_presses_no_fields_together() {
    auto* form = new QWidget;
    auto* rows = new QVBoxLayout(form);
    QList<QWidget*> fields;
    for (int i = 0; i < 14; ++i) {
      fields << combo_box();
      rows->addWidget(fields.back());
    }
    auto* note = new QLabel(QStringLiteral("a sentence of several lines ").repeated(12));
    note->setWordWrap(true);
    rows->insertWidget(0, note);
    auto* start = new QPushButton(QStringLiteral("Measure"));
    rows->addWidget(start);
    SideColumn column(form, QStringLiteral("READING"), QStringLiteral("What is said"));
    column.keep(start);
    for (const int height : {300, 900, 350}) {
      column.resize(column.width(), height);
      column.show();
      QTRY_COMPARE(start->visibleRegion().boundingRect().height(), start->height());
      QVERIFY2(note->height() >= note->heightForWidth(note->width()), "all of its lines");
      for (int i = 1; i < fields.size(); ++i)
        QVERIFY2(fields[i]->geometry().top() > fields[i - 1]->geometry().bottom(), qPrintable(QString::number(height)));
    }
    start->hide();
    column.resize(column.width(), 320);
    QTest::qWait(20);  // there is nothing to scroll to
  }

  /// As a lesson does that sets the form, is left, and puts the form back: nothing is scrolled then.
  void a_setup_column_whose_texts_come_back_has_its_height_back() {
    auto* form = new QWidget;
    auto* rows = new QVBoxLayout(form);
    const QString sentence = QStringLiteral("a sentence of several lines ").repeated(12);
    auto* note = new QLabel(sentence);
    note->setWordWrap(true);
    rows->addWidget(note);
    SideColumn column(form, QStringLiteral("READING"), QStringLiteral("What is said"));
    column.resize(column.width(), 700);
    column.show();
    QVERIFY(QTest::qWaitForWindowExposed(&column));
    QTest::qWait(20);
    column.hide();
    for (const QString& text : {QStringLiteral("short"), sentence}) {
      note->setText(text);
      QCoreApplication::processEvents();
      column.sizeHint();  // a window that makes room elsewhere asks for it
    }
    column.show();
    QTRY_VERIFY2(note->height() >= note->heightForWidth(note->width()), "all of its lines");
    QTRY_COMPARE(note->visibleRegion().boundingRect().height(), note->height());
  }

  /// A lesson names an entry, which has to be found.
  void a_narrow_list_shows_its_entries_whole() {
    apply_theme(*qApp, light_theme());
    const std::unique_ptr<QComboBox> box(narrow_combo());
    for (const char* entry : {"nothing", "Somebody 2025, with a name of forty letters"})
      box->addItem(QLatin1String(entry));
    box->resize(120, 30);
    box->show();
    box->showPopup();
    QVERIFY(box->width() < box->fontMetrics().horizontalAdvance(box->itemText(1)));
    QTRY_VERIFY(box->view()->viewport()->width() >= box->view()->fontMetrics().horizontalAdvance(box->itemText(1)));
    box->hidePopup();
  }

  void a_list_of_which_nothing_is_chosen_says_what_it_is_for() {
    const std::unique_ptr<QComboBox> box(narrow_combo());
    box->addItem(QStringLiteral("something"));
    box->setCurrentIndex(-1);
    box->resize(160, 30);
    const QImage blank = box->grab().toImage();
    box->setPlaceholderText(QStringLiteral("Start from"));
    QVERIFY(box->grab().toImage() != blank);
  }
};

QTEST_MAIN(FormTest)
#include "form_test.moc"
