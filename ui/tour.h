// `mlplab --tour DIR`: a real training run on two backends, then every page as an image.
#pragma once

#include <QString>

#include "ui/widgets/page.h"

namespace mlplab {

class MainWindow;

/// Saves train.png, draw.png… in `folder` (made if it is not there). Throws InputError where an image cannot be
/// written, and whatever error the training ends with.
void take_tour(MainWindow& window, const QString& folder, ExampleSize size);

}  // namespace mlplab
