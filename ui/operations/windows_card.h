// The card on which a pooling or a filter passes over numbers or an image: the choice of both, the view, the current
// window in words, and a film. To add a filter: core/operations/windows.h.
#pragma once

#include <QTimer>
#include <filesystem>

#include "core/operations/pooling.h"
#include "ui/charts/enlarging_card.h"
#include "ui/operations/window_view.h"
#include "ui/widgets/background.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace mlplab {

class NumberBox;
class NumberSheet;

class WindowsCard : public EnlargingCard {
  Q_OBJECT
 public:
  enum class Source { numbers, own_numbers, mnist, file };
  /// `resources` has the images of MNIST.
  explicit WindowsCard(std::filesystem::path resources, QWidget* parent = nullptr);

  /// The kernel, stride and padding of poolings, and the side of the numbers from 0 to 9. It must be valid.
  void set_case(const PoolingCase& c);
  void set_theme(const Theme& theme) override;
  /// The one that is shown; another one that was chosen may still be read.
  Source source() const { return shown_; }
  bool reading() const { return reading_.busy(); }
  /// In grey, and at most largest_side pixels long.
  void open_image(const std::filesystem::path& file);
  WindowView& view() { return *view_; }
  bool playing() const { return film_.isActive(); }

  static constexpr int largest_side = 192;

 public Q_SLOTS:
  void play(bool on);

 Q_SIGNALS:
  void sourceChanged();

 private:
  void add_choices();
  void add_controls();
  void choose_source();
  void show_source(Source source);
  void read_digit();
  struct ReadImage {
    NumberGrid grid;
    QString about;
  };
  static ReadImage read_file_image(const std::filesystem::path& file);
  static ReadImage read_test_digit(const std::filesystem::path& resources, int index);
  /// On a thread. `done` comes before the image is shown.
  void read(Source source, const std::function<ReadImage()>& how, const std::function<void()>& done = {});
  void take(NumberGrid grid, Source source, const QString& about);
  void choose_operation();
  void show_content();
  void show_window();
  void show_play();
  void edit_numbers();
  void edit_weights();
  /// Made when it is first asked for.
  void show_sheet(NumberSheet*& sheet, const std::function<NumberSheet*()>& make, const NumberGrid& grid,
                  const std::function<void(const NumberGrid&)>& changed);
  WindowWork work() const;

  std::filesystem::path resources_;
  PoolingCase case_;
  Source shown_ = Source::numbers;
  NumberGrid image_, own_;
  Filter own_filter_;
  QComboBox *source_, *operation_;
  NumberBox *digit_, *window_;
  QToolButton *edit_numbers_, *edit_weights_, *play_;
  WindowView* view_;
  QLabel *sentence_, *formula_;
  NumberSheet *numbers_sheet_ = nullptr, *weights_sheet_ = nullptr;  // once they were asked for
  QTimer film_;
  Background reading_;
};

}  // namespace mlplab
