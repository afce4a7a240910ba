// The kernel's text in its card: its name, whether it is saved, the way to the user's own editor, and the question
// which text stays where both have changed.
#pragma once

#include <filesystem>
#include <memory>

#include "ui/theme/theme.h"
#include "ui/widgets/card.h"

class QLabel;
class QToolButton;

namespace mlplab {

class CodeEdit;
class WorkText;

class EditorCard : public Card {
  Q_OBJECT
 public:
  explicit EditorCard(QWidget* parent = nullptr);
  ~EditorCard() override;
  /// Throws InputError.
  void open(const std::filesystem::path& file);
  void set_theme(const Theme& theme) override;
  CodeEdit& edit() { return *edit_; }
  WorkText& text() { return *text_; }

 public Q_SLOTS:
  void openOutside();
  void show_state();

 Q_SIGNALS:
  void told(const QString& news);

 private:
  QLabel* question_;
  QToolButton* outside_;
  QWidget* conflict_;
  CodeEdit* edit_;
  std::unique_ptr<WorkText> text_;  // goes before the text it saves
};

}  // namespace mlplab
