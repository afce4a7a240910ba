// Before each writing the file is compared with what was known of it, so that no change of another program is
// overwritten unasked.
#include "ui/workshop/work_text.h"

#include <QScopeGuard>
#include <QTextDocument>

#include "core/base/files.h"
#include "ui/workshop/code_edit.h"

namespace mlplab {

namespace {

constexpr int save_after_ms = 1200, look_after_ms = 150;  // editors write a file in several steps
constexpr std::uintmax_t most_bytes = 1 << 20;            // as core/workshop reads
constexpr const char* beside = ".mine";                   // the ending of what was typed, where both texts are kept

}  // namespace

QString WorkText::text_of(const std::string& bytes, const std::filesystem::path& file) {
  auto decode = QStringDecoder(QStringDecoder::Utf8);
  QString text = decode(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
  if (decode.hasError() || text.contains(QChar(0)))
    throw InputError(
        tr("%1 is no text in UTF-8; save it as one").arg(QString::fromStdString(file.string())).toStdString());
  return text;
}

WorkText::WorkText(CodeEdit* edit, QObject* parent) : QObject(parent), edit_(edit) {
  save_timer_.setSingleShot(true);
  save_timer_.setInterval(save_after_ms);
  connect(&save_timer_, &QTimer::timeout, this, [this] {
    if (!conflict_) save();
  });
  look_timer_.setSingleShot(true);
  look_timer_.setInterval(look_after_ms);
  connect(&look_timer_, &QTimer::timeout, this, &WorkText::look);
  const auto soon = [this] { look_timer_.start(); };
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, soon);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, soon);
  connect(edit_->document(), &QTextDocument::contentsChanged, this, [this] {
    if (modified()) save_timer_.start();
  });
  connect(edit_->document(), &QTextDocument::modificationChanged, this, &WorkText::modifiedChanged);
}

WorkText::~WorkText() {
  disconnect(edit_->document(), nullptr, this, nullptr);
  blockSignals(true);  // nobody is left to be told
  close();
}

void WorkText::open(const std::filesystem::path& file) {
  const std::string content = read_file(file, most_bytes);
  const QString text = text_of(content, file);
  close();
  file_ = file;
  known_ = content;
  carriage_returns_ = text.contains(QLatin1String("\r\n"));
  edit_->setPlainText(text);
  edit_->document()->setModified(false);
  watch();
}

void WorkText::close() {
  if (!is_open()) return;
  if (modified() && (conflict_ || !save())) keep_beside();
  save_timer_.stop();
  if (const QStringList watched = watcher_.files() + watcher_.directories(); !watched.isEmpty())
    watcher_.removePaths(watched);
  file_.clear();
  set_conflict(false);
}

bool WorkText::modified() const { return edit_->document()->isModified(); }

std::string WorkText::bytes() const {
  QString text = edit_->toPlainText();
  if (carriage_returns_) text.replace(QLatin1Char('\n'), QLatin1String("\r\n"));
  return text.toStdString();
}

/// A file that is replaced is another one, and has to be watched anew; its folder tells when it is there again.
void WorkText::watch() {
  const QString file = QString::fromStdString(file_.string());
  const QString folder = QString::fromStdString(file_.parent_path().string());
  if (!watcher_.files().contains(file)) watcher_.addPath(file);
  if (!watcher_.directories().contains(folder)) watcher_.addPath(folder);
}

void WorkText::set_conflict(bool on) {
  if (std::exchange(conflict_, on) != on) Q_EMIT conflictChanged();
}

bool WorkText::save() {
  save_timer_.stop();
  if (!is_open()) return false;
  if (!modified()) {
    look();
    return !modified() && !conflict_;
  }
  if (conflict_) return false;
  try {
    if (anything_at(file_) && read_file(file_, most_bytes) != known_) {
      look();
      if (conflict_) return false;
    }
    std::string now = bytes();
    write_file_atomically(file_, now);
    known_ = std::move(now);
    failing_ = false;
  } catch (const std::exception& error) {
    // Once, and not after each letter.
    if (!std::exchange(failing_, true)) Q_EMIT failed(QString::fromUtf8(error.what()));
    return false;
  }
  edit_->document()->setModified(false);
  watch();
  return true;
}

void WorkText::look() {
  if (!is_open()) return;
  std::string content;
  try {
    if (!anything_at(file_)) return;  // removed: the next saving makes it again
    content = read_file(file_, most_bytes);
  } catch (const std::exception& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
    return;
  }
  watch();
  if (content == known_) return;
  if (content == bytes()) {  // both the same
    known_ = content;
    edit_->document()->setModified(false);
    return set_conflict(false);
  }
  if (modified()) return set_conflict(true);
  take_theirs();
}

void WorkText::keep_mine() {
  if (!conflict_) return;
  try {
    known_ = anything_at(file_) ? read_file(file_, most_bytes) : std::string();
  } catch (const std::exception& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
    return;
  }
  set_conflict(false);
  save();
}

void WorkText::take_theirs() {
  try {
    const std::string content = read_file(file_, most_bytes);
    const QString text = text_of(content, file_);
    known_ = content;
    carriage_returns_ = text.contains(QLatin1String("\r\n"));
    edit_->replace_text(QString(text).replace(QLatin1String("\r\n"), QLatin1String("\n")));
  } catch (const std::exception& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
    return;
  }
  edit_->document()->setModified(false);
  set_conflict(false);
  Q_EMIT reloaded();
}

/// Neither of two texts may be lost, and there is nobody to be asked any more.
void WorkText::keep_beside() {
  try {
    write_file_atomically(free_path(file_.parent_path(), file_.filename().string(), beside), bytes());
  } catch (const std::exception& error) {
    Q_EMIT failed(QString::fromUtf8(error.what()));
  }
}

}  // namespace mlplab
