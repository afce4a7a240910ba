// `mlplab --tour DIR --film`: the window at work as an animated image, for README. A network learns, learns again on
// another backend, and reads a digit while it is drawn.
#pragma once

#include <QString>

namespace mlplab {

class MainWindow;

/// Saves film.png in `folder` (made if it is not there). Throws InputError where it cannot be written, and whatever
/// error the training ends with.
void make_film(MainWindow& window, const QString& folder);

}  // namespace mlplab
