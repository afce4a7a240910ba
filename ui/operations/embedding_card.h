// The card of a measurement of embeddings: the images on a map that can be turned, the chosen one with its nearest
// neighbours, and the pairs that are nearest and farthest, with their images and distances.
#pragma once

#include <map>
#include <memory>

#include "core/operations/embeddings.h"
#include "ui/charts/enlarging_card.h"
#include "ui/operations/embedding_view.h"
#include "ui/widgets/background.h"

class QBoxLayout;
class QLabel;
class QListWidget;
class QListWidgetItem;

namespace mlplab {

class EmbeddingCard : public EnlargingCard {
  Q_OBJECT
 public:
  explicit EmbeddingCard(QWidget* parent = nullptr);
  /// Null: `why` stands in place of the map. The map is computed beside the window.
  void set_images(std::shared_ptr<const EmbeddedImages> images, const QString& why);
  void set_theme(const Theme& theme) override;
  EmbeddingView& view() { return *view_; }
  QListWidget& list() { return *list_; }
  /// 'PC 1: 45.2 %, …' of the variance.
  QString shares() const;
  bool computing() const { return computing_.busy() || reading_.busy(); }

  static constexpr std::size_t neighbours_shown = 5;

 public Q_SLOTS:
  /// -1: none.
  void choose(int image);

 private:
  void resizeEvent(QResizeEvent* event) override;

  struct Row {
    std::vector<std::uint32_t> images;  // one, or a pair
    QString text, spoken;
  };
  void show_map(EmbeddingPoints points);
  void fill_list();
  void add_heading(const QString& text);
  void add_row(const Row& row);
  void row_chosen(QListWidgetItem* item);
  void row_activated(QListWidgetItem* item);
  void read_images();
  QIcon icon_of(const std::vector<std::uint32_t>& images) const;
  /// 'image 12, circle'
  QString name_of(std::uint32_t image) const;

  std::shared_ptr<const EmbeddedImages> images_;
  std::vector<std::string> class_names_;              // of the images
  std::map<std::uint32_t, std::vector<float>> read_;  // [shape], of those that are in the list
  int list_image_ = -1;                               // the chosen one that the list begins with, and its neighbours
  std::vector<std::uint32_t> neighbours_;
  QLabel* shares_;
  EmbeddingView* view_;
  QListWidget* list_;
  QBoxLayout* row_;  // the list below the map, or at its side
  bool filling_ = false;
  Background computing_, reading_;
};

}  // namespace mlplab
