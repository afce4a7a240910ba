// A text on pages that are broken where a reader would break them: a heading stays with what follows it, a table with
// its caption and its file, an image with its caption. A part that is taller than a page is broken as Qt does, between
// rows.
#pragma once

#include <QTextDocument>

class QPdfWriter;

namespace mlplab {

/// Lays `document` out on the pages of `paper`, with margins of 2 cm, and breaks it as above.
void lay_out_on_pages(QTextDocument& document, QPdfWriter& paper);

/// Lays it out and draws every page with its number, 'page of pages'.
void print_pages(QTextDocument& document, QPdfWriter& paper);

}  // namespace mlplab
