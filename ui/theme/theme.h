// The look as a value: colours, metrics and series colours of the light and the dark theme, also at projector size.
// A new colour role is a member here and a line in theme.cpp; widgets get the whole theme through their set_theme().
#pragma once

#include <QColor>
#include <QString>
#include <vector>

class QApplication;
class QPalette;
class QSize;

namespace mlplab {

enum class ThemeChoice { system, light, dark };

struct Theme {
  bool dark = false;
  bool projector = false;

  QColor ground;     // behind the cards
  QColor card;       // cards, bars, menus, fields
  QColor line;       // card frames and the grid of charts
  QColor control;    // frames of fields and buttons, a little stronger than `line`
  QColor mark;       // frames of check boxes and handles, which nothing but their shape tells: 3:1 on every ground
  QColor text;       // on card and ground
  QColor quiet;      // units, labels, hints
  QColor accent;     // the one accent: primary button, selection, progress
  QColor link;       // text in the accent's colour
  QColor on_accent;  // text on accent
  QColor selected;   // ground of the selected entry
  QColor hover;      // ground under the pointer
  QColor error, error_ground;
  QColor warning, warning_ground;
  QColor success;

  int card_radius = 8;
  int control_radius = 6;
  int icon_size = 18;
  qreal chart_line = 2.0;  // px
  qreal font_pt = 9.5;
  qreal small_pt = 8.5;   // axis labels, hints
  qreal magnified = 1.0;  // in projector mode: against its least size, for which lengths in pixels are chosen

  /// That many pixels of the least size.
  int px(int pixels) const;

  std::vector<QColor> series;  // Okabe–Ito, shifted in lightness to at least 3:1 against `card`

  /// The colour of the series (backend) with this index; repeats after the last.
  QColor series_color(int index) const;
};

Theme light_theme(bool projector = false);
Theme dark_theme(bool projector = false);
/// `system` follows the desktop's palette as it was when the program started (`system_dark`).
Theme make_theme(ThemeChoice choice, bool system_dark, bool projector = false);
/// A theme at projector size, as large as the window (px) allows: the smallest text is 1/1080 of a window of 16:9 for
/// each of 32 pixels, which is 24 pt at 96 dots an inch and read from the last row. Windows that are small or narrow
/// get the least size. Others than projector themes are given back as they are.
Theme fitted_to(Theme theme, const QSize& window, qreal dots_per_inch);
/// Whether the desktop's palette has light text on dark ground. Ask before apply_theme().
bool desktop_is_dark();

/// (L1 + 0.05) / (L2 + 0.05) of WCAG 2.1, 1 to 21.
double contrast_ratio(const QColor& a, const QColor& b);

QString to_string(ThemeChoice choice);
/// 'system', 'light' or 'dark'; `fallback` for anything else.
ThemeChoice parse_theme_choice(const QString& text, ThemeChoice fallback = ThemeChoice::system);

QPalette palette_of(const Theme& theme);
/// Fusion with the theme's palette, base font and style sheet, for the whole program.
void apply_theme(QApplication& application, const Theme& theme);

}  // namespace mlplab
