#include "ui/report/paged_text.h"

#include <QAbstractTextDocumentLayout>
#include <QGuiApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QScreen>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextTable>
#include <cmath>
#include <vector>

namespace mlplab {

namespace {

constexpr double margin_mm = 20.0, mm_per_inch = 25.4;

enum class PieceKind { heading, image, table, text, empty };

/// A block or a table of the document's own frame.
struct Piece {
  PieceKind kind = PieceKind::text;
  QTextBlock block;
  QTextFrame* table = nullptr;
};

struct Group {
  std::size_t first = 0, last = 0;  // pieces
};

bool has_image(const QTextBlock& block) {
  for (auto at = block.begin(); !at.atEnd(); ++at)
    if (at.fragment().charFormat().isImageFormat()) return true;
  return false;
}

std::vector<Piece> pieces_of(const QTextDocument& document) {
  std::vector<Piece> pieces;
  for (auto at = document.rootFrame()->begin(); !at.atEnd(); ++at) {
    if (at.currentFrame() != nullptr) {
      pieces.push_back({PieceKind::table, {}, at.currentFrame()});
      continue;
    }
    const QTextBlock block = at.currentBlock();
    const PieceKind kind = block.blockFormat().headingLevel() > 0 ? PieceKind::heading
                           : has_image(block)                     ? PieceKind::image
                           : block.text().trimmed().isEmpty()     ? PieceKind::empty
                                                                  : PieceKind::text;
    pieces.push_back({kind, block, nullptr});
  }
  return pieces;
}

/// Whether the piece behind it stays on its page.
bool holds_next(const std::vector<Piece>& pieces, std::size_t at) {
  if (at + 1 >= pieces.size()) return false;
  const PieceKind next = pieces[at + 1].kind;
  switch (pieces[at].kind) {
    case PieceKind::heading:
    case PieceKind::image:
      return true;
    case PieceKind::text:
      return next == PieceKind::table;
    case PieceKind::table:  // the name of its file, and no caption of the next one
      return next == PieceKind::text && (at + 2 >= pieces.size() || pieces[at + 2].kind != PieceKind::table);
    case PieceKind::empty:
      return false;
  }
  return false;
}

std::vector<Group> groups_of(const std::vector<Piece>& pieces) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const bool held = i > 0 && holds_next(pieces, i - 1);
    if (held) {
      groups.back().last = i;
    } else {
      groups.push_back({i, i});
    }
  }
  return groups;
}

QRectF place_of(const QTextDocument& document, const Piece& piece) {
  const QAbstractTextDocumentLayout& layout = *document.documentLayout();
  return piece.table != nullptr ? layout.frameBoundingRect(piece.table) : layout.blockBoundingRect(piece.block);
}

/// Pixels of a document are those of the screen, whatever it is laid out for.
double dots_per_inch_of_screen() {
  const QScreen* screen = QGuiApplication::primaryScreen();
  return screen == nullptr ? 100.0 : std::round(screen->logicalDotsPerInchY());
}

/// In dots of what it is laid out for.
double margin_of(const QTextDocument& document) {
  return document.rootFrame()->frameFormat().topMargin() * document.documentLayout()->paintDevice()->logicalDpiY() /
         dots_per_inch_of_screen();
}

struct Breaks {
  bool broken = false;  // over two pages
  bool fits = false;    // on one
};

Breaks breaks_of(const QTextDocument& document, const Piece& first, const Piece& last) {
  const double page = document.pageSize().height(), rim = margin_of(document);
  const double top = place_of(document, first).top(), bottom = place_of(document, last).bottom();
  const double end = (std::floor(top / page) + 1.0) * page - rim;
  return {bottom > end + 1.0, bottom - top <= page - 2.0 * rim};
}

}  // namespace

void lay_out_on_pages(QTextDocument& document, QPdfWriter& paper) {
  document.documentLayout()->setPaintDevice(&paper);
  QTextFrameFormat frame = document.rootFrame()->frameFormat();
  frame.setMargin(margin_mm / mm_per_inch * dots_per_inch_of_screen());
  document.rootFrame()->setFrameFormat(frame);
  document.setPageSize(QSizeF(paper.width(), paper.height()));
  const std::vector<Piece> pieces = pieces_of(document);
  for (const Group& group : groups_of(pieces)) {
    const Piece &first = pieces[group.first], &last = pieces[group.last];
    if (first.table != nullptr || group.first == group.last) continue;
    const Breaks whole = breaks_of(document, first, last);
    // Where no page has room for the whole group, its first two pieces stay together.
    const Breaks part = whole.fits ? whole : breaks_of(document, first, pieces[group.first + 1]);
    if (!part.broken || !part.fits) continue;
    QTextBlockFormat format = first.block.blockFormat();
    format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
    QTextCursor(first.block).setBlockFormat(format);
  }
}

void print_pages(QTextDocument& document, QPdfWriter& paper) {
  lay_out_on_pages(document, paper);
  const QSizeF page = document.pageSize();
  const double rim = margin_of(document);
  const int pages = document.pageCount();
  QPainter painter(&paper);
  for (int i = 0; i < pages; ++i) {
    if (i > 0) paper.newPage();
    const QRectF seen(0.0, i * page.height(), page.width(), page.height());
    painter.save();
    painter.translate(0.0, -seen.top());
    QAbstractTextDocumentLayout::PaintContext context;
    context.clip = seen;
    context.palette.setColor(QPalette::Text, Qt::black);
    painter.setClipRect(seen);
    document.documentLayout()->draw(&painter, context);
    painter.restore();
    QFont small = document.defaultFont();
    small.setPointSizeF(7.5);
    painter.setFont(small);
    painter.setPen(QColor(0x5b, 0x64, 0x70));
    painter.drawText(QRectF(rim, page.height() - rim, page.width() - 2.0 * rim, rim / 2.0),
                     Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("%1 / %2").arg(i + 1).arg(pages));
  }
}

}  // namespace mlplab
