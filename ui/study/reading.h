// The text in which a page reads its numbers: paragraphs in the colours of the theme. To add a colour: a function like
// quiet().
#pragma once

#include <QTableView>
#include <vector>

#include "core/study/comparison/published.h"
#include "core/study/figure.h"
#include "ui/theme/theme.h"

namespace mlplab {

class Reading {
 public:
  explicit Reading(const Theme& theme) : theme_(theme) {}
  /// A sentence, or a list of them, as a paragraph each; '' is none.
  template <class Words>
  void add(const Words& words) {
    put(words, {});
  }
  /// In the colour of what matters less.
  template <class Words>
  void quiet(const Words& words) {
    put(words, theme_.quiet);
  }
  template <class Words>
  void warn(const Words& words) {
    put(words, theme_.warning);
  }
  template <class Words>
  void fail(const Words& words) {
    put(words, theme_.error);
  }
  template <class Words>
  void praise(const Words& words) {
    put(words, theme_.success);
  }
  /// Others' measurements.
  void published(const PublishedBeside& beside);
  /// The two cells whose rows are selected, [rows], where there are two.
  void difference(const QTableView& table, const std::vector<Cell>& cells);
  /// How to select two, where there are as many and none are.
  void selection_hint(const QTableView& table, const std::vector<Cell>& cells);
  const QString& text() const { return text_; }

 private:
  void put(const QString& sentence, const QColor& color);
  void put(const std::string& sentence, const QColor& color);
  void put(const std::vector<std::string>& sentences, const QColor& color);

  const Theme& theme_;
  QString text_;
};

}  // namespace mlplab
