#include "ui/widgets/spoken.h"

#include <QAccessibleWidget>
#include <QWidget>
#include <utility>

namespace mlplab {

namespace {

/// Beside the widget, so that what reads it finds it.
class Spoken : public QObject {
 public:
  Spoken(QWidget* widget, QAccessible::Role its_kind, std::function<QString()> its_content)
      : QObject(widget), kind(its_kind), content(std::move(its_content)) {}
  const QAccessible::Role kind;
  const std::function<QString()> content;
};

Spoken* spoken_of(QObject* object) {
  for (QObject* child : object->children())
    if (auto* spoken = dynamic_cast<Spoken*>(child)) return spoken;
  return nullptr;
}

class SpokenWidget : public QAccessibleWidget {
 public:
  SpokenWidget(QWidget* widget, const Spoken& spoken)
      : QAccessibleWidget(widget, spoken.kind), content_(spoken.content) {}
  // A painted widget has no parts; a widget that only surrounds others has them.
  int childCount() const override { return is_around() ? QAccessibleWidget::childCount() : 0; }
  QAccessibleInterface* child(int index) const override {
    return is_around() ? QAccessibleWidget::child(index) : nullptr;
  }
  int indexOfChild(const QAccessibleInterface* child) const override {
    return is_around() ? QAccessibleWidget::indexOfChild(child) : -1;
  }
  QString text(QAccessible::Text which) const override {
    return which == QAccessible::Description && content_ ? content_() : QAccessibleWidget::text(which);
  }

 private:
  bool is_around() const { return role() == QAccessible::Pane; }
  std::function<QString()> content_;
};

QAccessibleInterface* interface_of(const QString& /*class_name*/, QObject* object) {
  auto* widget = qobject_cast<QWidget*>(object);
  const Spoken* spoken = widget == nullptr ? nullptr : spoken_of(widget);
  return spoken == nullptr ? nullptr : new SpokenWidget(widget, *spoken);
}

}  // namespace

void set_spoken(QWidget* widget, QAccessible::Role kind, std::function<QString()> content) {
  static const bool installed = (QAccessible::installFactory(interface_of), true);
  (void)installed;
  // A name that was set before has made Qt ask what the widget is, and it keeps the answer.
  if (QAccessibleInterface* early = QAccessible::queryAccessibleInterface(widget))
    QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(early));
  new Spoken(widget, kind, std::move(content));
}

}  // namespace mlplab
