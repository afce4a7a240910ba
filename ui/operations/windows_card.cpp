#include "ui/operations/windows_card.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/data/idx.h"
#include "core/data/image_file.h"
#include "ui/operations/number_sheet.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/tables.h"

namespace mlplab {

namespace {

constexpr int film_step_ms = 120;
constexpr QSize image_size(900, 460);                // px, at twice the resolution
constexpr int narrow_number = 76, wide_number = 92;  // px
constexpr int digits_there_are = 10000;
constexpr int own_filter = -1, mean_of_windows = -2, largest_of_windows = -3;  // beside FilterKind, among operations

NumberGrid grid_of_image(const Image& image) {
  NumberGrid grid{image.shape.height, image.shape.width, {}};
  grid.numbers.assign(image.pixels.begin(), image.pixels.end());
  return grid;
}

}  // namespace

WindowsCard::ReadImage WindowsCard::read_file_image(const std::filesystem::path& file) {
  Image image = with_channels(read_image(file), 1);
  const int height = image.shape.height, width = image.shape.width;
  const double scale = std::min(1.0, double(largest_side) / std::max(height, width));
  if (scale < 1.0)
    image = resized(image, std::max(1, static_cast<int>(std::lround(scale * height))),
                    std::max(1, static_cast<int>(std::lround(scale * width))));
  const QString name = QString::fromStdString(file.filename().string());
  return {grid_of_image(image),
          scale < 1.0
              ? tr("%1, in grey, reduced from %2 × %3").arg(name, QString::number(width), QString::number(height))
              : tr("%1, in grey").arg(name)};
}

/// One of MNIST's test images, from 0.
WindowsCard::ReadImage WindowsCard::read_test_digit(const std::filesystem::path& resources, int index) {
  const IdxArray images = read_idx(resources / "mnist" / "t10k-images-idx3-ubyte.gz");
  const int height = static_cast<int>(images.shape.at(1)), width = static_cast<int>(images.shape.at(2));
  const auto plane = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  if (images.shape.size() != 3 || static_cast<std::uint32_t>(index) >= images.shape[0])
    throw InputError(tr("there is no test image %1 of MNIST").arg(index + 1).toStdString());
  const auto from = images.values.begin() + static_cast<std::ptrdiff_t>(plane) * index;
  NumberGrid grid{height, width, {}};
  grid.numbers.assign(from, from + static_cast<std::ptrdiff_t>(plane));
  return {grid, tr("one of MNIST's test images")};
}

WindowsCard::WindowsCard(std::filesystem::path resources, QWidget* parent)
    : EnlargingCard(tr("Windows"), parent), resources_(std::move(resources)), own_{4, 4, pooling_image(4)} {
  own_filter_ = {3, {0, 0, 0, 0, 1, 0, 0, 0, 0}, {}, 1};
  column()->setSpacing(4);
  header()->addWidget(back_button());
  QMenu* menu = add_menu(tr("Menu of the windows"));
  menu->addAction(enlarge_action());
  menu->addSeparator();
  add_image_acts(tr("Save the windows"), QStringLiteral("windows.png"), [this] { return view_->image(image_size); });
  add_choices();
  view_ = new WindowView;
  column()->addWidget(view_, 1);
  set_body(view_);
  add_controls();
  connect(view_, &WindowView::windowChanged, this, &WindowsCard::show_window);
  film_.setInterval(film_step_ms);
  connect(&film_, &QTimer::timeout, this, [this] {
    if (!view_->step()) play(false);
  });
  show_content();
  show_play();
}

void WindowsCard::add_choices() {
  source_ = narrow_combo(tr("The numbers that the window slides over"));
  source_->setToolTip(source_->accessibleName());
  source_->addItem(tr("numbers 0 to 9"), static_cast<int>(Source::numbers));
  source_->addItem(tr("own numbers"), static_cast<int>(Source::own_numbers));
  source_->addItem(tr("MNIST image"), static_cast<int>(Source::mnist));
  source_->addItem(tr("image file…"), static_cast<int>(Source::file));
  operation_ = narrow_combo(tr("The operation of each window"));
  operation_->setToolTip(operation_->accessibleName());
  operation_->addItem(tr("max pooling"), largest_of_windows);
  operation_->addItem(tr("average pooling"), mean_of_windows);
  for (const FilterKind kind : filter_kinds) {
    operation_->addItem(QString::fromStdString(title_of(kind)), static_cast<int>(kind));
    operation_->setItemData(operation_->count() - 1, QString::fromStdString(sentence_of(kind)), Qt::ToolTipRole);
  }
  operation_->addItem(tr("own filter"), own_filter);
  digit_ = number_field(1, digits_there_are, 1, tr("Number of the test image of MNIST"));
  digit_->setToolTip(digit_->accessibleName());
  digit_->setFixedWidth(wide_number);
  digit_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  edit_numbers_ = flat_button(tr("Numbers…"), tr("Type or paste the numbers"));
  edit_weights_ = flat_button(tr("Weights…"), tr("Type or paste the weights of the filter"));
  for (QComboBox* box : {source_, operation_}) let_shrink(box);
  QHBoxLayout* row = spaced_row(6);
  row->addWidget(source_, 1);
  row->addWidget(digit_);
  row->addWidget(edit_numbers_);
  row->addWidget(operation_, 1);
  row->addWidget(edit_weights_);
  column()->addLayout(row);
  digit_->hide();
  edit_numbers_->hide();
  edit_weights_->hide();
  connect(source_, &QComboBox::activated, this, &WindowsCard::choose_source);
  connect(operation_, &QComboBox::currentIndexChanged, this, &WindowsCard::choose_operation);
  connect(digit_, &QSpinBox::valueChanged, this, &WindowsCard::read_digit);
  connect(edit_numbers_, &QToolButton::clicked, this, &WindowsCard::edit_numbers);
  connect(edit_weights_, &QToolButton::clicked, this, &WindowsCard::edit_weights);
}

void WindowsCard::add_controls() {
  play_ = flat_button({}, {});
  connect(play_, &QToolButton::clicked, this, [this] { play(!playing()); });
  window_ = number_field(1, 1, 1, tr("Number of the window that is shown"));
  window_->setToolTip(window_->accessibleName());
  window_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);  // the sentence takes what is left, and no more
  sentence_ = new QLabel;
  sentence_->setWordWrap(true);
  sentence_->setAccessibleName(tr("The window that is shown"));
  QHBoxLayout* row = spaced_row(8);
  row->addWidget(play_);
  row->addWidget(window_);
  row->addWidget(sentence_, 1);
  column()->addLayout(row);
  formula_ = small_label();
  formula_->setAccessibleName(tr("How many windows there are"));
  column()->addWidget(formula_);
  connect(window_, &QSpinBox::valueChanged, view_, [this](int number) { view_->setWindow(number - 1); });
}

void WindowsCard::set_case(const PoolingCase& c) {
  if (case_ == c) return;
  case_ = c;
  show_content();
}

void WindowsCard::set_theme(const Theme& theme) {
  Card::set_theme(theme);
  view_->set_theme(theme);
  for (NumberSheet* sheet : {numbers_sheet_, weights_sheet_})
    if (sheet != nullptr) sheet->set_theme(theme);
  show_play();
}

/// The last entry asks for a file, and an entry before it is that file once there is one.
void WindowsCard::choose_source() {
  const auto chosen = static_cast<Source>(source_->currentData().toInt());
  if (chosen == Source::mnist) return read_digit();
  if (chosen != Source::file) {
    reading_.forget();
    return take(image_, chosen, {});
  }
  const bool asks = source_->currentIndex() == source_->count() - 1;
  const QString path = source_->currentData(Qt::UserRole + 1).toString();
  if (!asks) return open_image(path.toStdString());
  show_source(shown_);
  ask_for_file(this, tr("Open an image"), tr("Images (%1)").arg(QString::fromStdString(image_name_patterns())),
               [this](const QString& file) { open_image(file.toStdString()); });
}

void WindowsCard::show_source(Source source) { source_->setCurrentIndex(source_->findData(static_cast<int>(source))); }

void WindowsCard::open_image(const std::filesystem::path& file) {
  read(
      Source::file, [file] { return read_file_image(file); },
      [this, file] {
        const int last = source_->count() - 1, own = source_->findData(static_cast<int>(Source::file));
        if (own < last) source_->removeItem(own);
        const QString name = QString::fromStdString(file.filename().string());
        source_->insertItem(source_->count() - 1, name, static_cast<int>(Source::file));
        source_->setItemData(source_->count() - 2, QString::fromStdString(file.string()), Qt::UserRole + 1);
      });
}

void WindowsCard::read_digit() {
  read(Source::mnist,
       [resources = resources_, index = digit_->value() - 1] { return read_test_digit(resources, index); });
}

void WindowsCard::read(Source source, const std::function<ReadImage()>& how, const std::function<void()>& done) {
  note()->setText(tr("reading…"));
  reading_.ask([how](const std::atomic<bool>& /*stop*/) { return how(); },
               [this, source, done](const ReadImage& image) {
                 if (done) done();
                 take(image.grid, source, image.about);
               },
               [this](const QString& why) {
                 note()->setText({});
                 show_source(shown_);
                 Q_EMIT failed(why);
               });
}

void WindowsCard::take(NumberGrid grid, Source source, const QString& about) {
  image_ = std::move(grid);
  const bool other = shown_ != source;
  shown_ = source;
  show_source(source);
  note()->setText(about);
  digit_->setVisible(source == Source::mnist);
  edit_numbers_->setVisible(source == Source::own_numbers);
  show_content();
  if (other) Q_EMIT sourceChanged();
}

void WindowsCard::choose_operation() {
  edit_weights_->setVisible(operation_->currentData().toInt() == own_filter);
  show_content();
}

WindowWork WindowsCard::work() const {
  const int chosen = operation_->currentData().toInt();
  if (chosen == own_filter) return work_of(own_filter_);
  if (chosen >= 0) return work_of(filter_of(static_cast<FilterKind>(chosen)));
  return {.kind = chosen == mean_of_windows ? WindowKind::mean : WindowKind::largest,
          .kernel = case_.kernel,
          .stride = case_.stride,
          .padding = case_.padding,
          .filter = {}};
}

void WindowsCard::show_content() {
  const bool pixels = shown_ == Source::mnist || shown_ == Source::file;
  const NumberGrid grid = pixels                          ? image_
                          : shown_ == Source::own_numbers ? own_
                                                          : NumberGrid{case_.n, case_.n, pooling_image(case_.n)};
  const WindowWork work = this->work();
  const std::string why = why_no_window(work, grid.height, grid.width);
  QString formula;
  if (why.empty()) {
    const int chosen = operation_->currentData().toInt();
    if (chosen >= 0) formula = QString::fromStdString(sentence_of(static_cast<FilterKind>(chosen))) + QLatin1Char(' ');
    formula += QString::fromStdString(windows_sentence(work, grid.height, grid.width));
    view_->set_content(grid, work, pixels ? WindowView::Look::pixels : WindowView::Look::numbers);
  } else {
    view_->set_why_not(QString::fromStdString(why));
  }
  if (view_->empty()) play(false);
  formula_->setText(formula);
  show_window();
}

void WindowsCard::show_window() {
  const QSignalBlocker blocker(window_);
  window_->setEnabled(!view_->empty());
  play_->setEnabled(!view_->empty());
  const int windows = std::max(1, static_cast<int>(view_->after().numbers.size()));
  window_->setFixedWidth(windows < 1000 ? narrow_number : wide_number);
  window_->setRange(1, windows);
  window_->setValue(static_cast<int>(view_->window()) + 1);
  sentence_->setText(view_->empty() ? QString() : view_->sentence());
}

void WindowsCard::play(bool on) {
  if (on && !view_->empty()) {
    if (!view_->step()) view_->setWindow(0);  // from the end: anew
    film_.start();
  } else {
    film_.stop();
  }
  show_play();
}

void WindowsCard::show_play() {
  show_icon(play_, playing() ? QStringLiteral("pause") : QStringLiteral("play"), theme_);
  play_->setToolTip(playing() ? tr("Pause the window") : tr("Let the window slide"));
  play_->setAccessibleName(play_->toolTip());
}

void WindowsCard::edit_numbers() {
  const auto make = [this] {
    const QString hint = tr("Up to %1 rows and columns. Numbers of a spreadsheet can be pasted.");
    return new NumberSheet(tr("Own numbers"), hint.arg(most_typed_side), {}, this);
  };
  show_sheet(numbers_sheet_, make, own_, [this](const NumberGrid& grid) { own_ = grid; });
}

void WindowsCard::edit_weights() {
  const auto make = [this] {
    const QString hint = tr("Each weight is multiplied by the number under it, and the products are added.");
    return new NumberSheet(tr("Weights of the own filter"), hint, {3, 5}, this);
  };
  show_sheet(weights_sheet_, make, {own_filter_.kernel, own_filter_.kernel, own_filter_.weights},
             [this](const NumberGrid& grid) {
               own_filter_ = {grid.width, grid.numbers, {}, 1};
             });
}

void WindowsCard::show_sheet(NumberSheet*& sheet, const std::function<NumberSheet*()>& make, const NumberGrid& grid,
                             const std::function<void(const NumberGrid&)>& changed) {
  if (sheet == nullptr) {
    sheet = make();
    sheet->set_theme(theme_);
    sheet->set_grid(grid);
    connect(sheet, &NumberSheet::gridChanged, this, [this, changed](const NumberGrid& now) {
      changed(now);
      show_content();
    });
  }
  sheet->show();
  sheet->raise();
}

}  // namespace mlplab
