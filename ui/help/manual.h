// The manual in the window: a text for the window and one for each page, in resources/manual/LANGUAGE/ID.md. A page
// that is added gets its file; another language is a folder.
#pragma once

#include <QDialog>
#include <filesystem>
#include <utility>
#include <vector>

class QListWidget;
class QTextBrowser;

namespace mlplab {

class Manual : public QDialog {
  Q_OBJECT
 public:
  /// `topics`: ids and titles, in order. English where a text is not there in the user's language.
  Manual(const std::filesystem::path& folder, const std::vector<std::pair<QString, QString>>& topics,
         QWidget* parent = nullptr);

  void show_topic(const QString& id);
  QString topic() const;
  QTextBrowser* text() const { return text_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void read();
  void fit_topics();

  std::filesystem::path folder_;
  QListWidget* topics_;
  QTextBrowser* text_;
};

/// About the program: its version and licence, the machine, and the libraries that it is linked with, as HTML.
QString about_text();

}  // namespace mlplab
