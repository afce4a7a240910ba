// Whether a window can be shown here: what needs no display gets none, a display that cannot be used is a sentence.
#pragma once

#include <QStringList>

namespace mlplab {

/// The language that --lang names, wherever the option stands; '' without it. The parser's own sentences need it before
/// the command line is parsed.
QString language_asked_for(const QStringList& arguments);

/// A tour or an export neither reads nor leaves anything of the user's, and needs no screen.
bool works_alone(const QString& argument);

/// Before the QApplication. Arguments that work alone, --help and --version draw on no screen from here on, whatever
/// DISPLAY says. Returns false, with a message on stderr, where a window is wanted and nothing names a display.
bool find_display(int argc, char** argv);

/// While it lives: where Qt ends the program because the display cannot be opened, the program prints one sentence
/// instead, and the exit code is 1. Qt's other warnings follow when the display is there.
class DisplayWatch {
 public:
  DisplayWatch(int argc, char** argv);
  ~DisplayWatch();
  DisplayWatch(const DisplayWatch&) = delete;
  DisplayWatch& operator=(const DisplayWatch&) = delete;
};

/// Says on stderr where there is no font to write with. Once the language is chosen.
void warn_of_no_font();

}  // namespace mlplab
