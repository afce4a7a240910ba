// A kernel's file behind the text that is edited: saved soon after each change and before anything is run, read again
// where another program has changed it, and where both have, the user is asked. Nothing typed is lost.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <filesystem>
#include <string>

namespace mlplab {

class CodeEdit;

class WorkText : public QObject {
  Q_OBJECT
 public:
  explicit WorkText(CodeEdit* edit, QObject* parent = nullptr);
  /// Keeps what is not saved yet.
  ~WorkText() override;

  /// Reads the file into the text. Throws InputError: it cannot be read, or is no text.
  void open(const std::filesystem::path& file);
  /// The one that is open is saved first; the text is empty then.
  void close();
  const std::filesystem::path& file() const { return file_; }
  bool is_open() const { return !file_.empty(); }
  bool modified() const;
  /// Both texts have changed, and the user has not said yet which one is to stay.
  bool in_conflict() const { return conflict_; }
  /// Whether the file is the text now; failed() says why not.
  bool save();

 public Q_SLOTS:
  /// The text that is here stays, and replaces the file.
  void keep_mine();
  /// The file's stays; what was typed can be had again with Undo.
  void take_theirs();
  /// Looks whether the file is still as it was.
  void look();

 Q_SIGNALS:
  void reloaded();
  void conflictChanged();
  /// The text is saved, or is not any more.
  void modifiedChanged();
  void failed(const QString& message);

 private:
  /// Throws InputError where it is no text.
  static QString text_of(const std::string& bytes, const std::filesystem::path& file);
  std::string bytes() const;
  void watch();
  void set_conflict(bool on);
  void keep_beside();

  CodeEdit* edit_;
  std::filesystem::path file_;
  std::string known_;  // the file's content as it was read or written last
  bool carriage_returns_ = false, conflict_ = false, failing_ = false;
  QFileSystemWatcher watcher_;
  QTimer save_timer_, look_timer_;
};

}  // namespace mlplab
