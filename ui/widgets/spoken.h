// Tells screen readers about widgets that paint their content: a kind, and words for the content, made on request.
// Names are accessibleName(), as everywhere.
#pragma once

#include <QAccessible>
#include <QString>
#include <functional>

class QWidget;

namespace mlplab {

/// `content` (optional): in place of accessibleDescription(). A Pane has the parts that are in it, others have none.
void set_spoken(QWidget* widget, QAccessible::Role kind, std::function<QString()> content = {});

}  // namespace mlplab
