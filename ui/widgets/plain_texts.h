// Texts of files, names of folders and words of other programs are shown as they are: a label or a tool tip that is
// not told otherwise would take '<img src=…>' for markup, and read that file.
#pragma once

#include <QString>

namespace mlplab {

/// As a tool tip that is wrapped and shows `text` as it is.
QString plain_tip(const QString& text);

/// From now on no label of the program guesses its format: plain, unless it was set to Qt::RichText. Tool tips of
/// widgets and of the items of lists and tables are plain. Code that calls QToolTip::showText() itself uses
/// plain_tip().
void show_texts_plain();

}  // namespace mlplab
