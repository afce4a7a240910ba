// The two palettes. Series are the Okabe–Ito colours (Okabe and Ito, 2008) in the order in which backends get them;
// their lightness is shifted per theme where the original has less than 3:1 against the card.
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <QProxyStyle>
#include <QSize>
#include <QStyleFactory>
#include <algorithm>
#include <cmath>

#include "core/reporting/palette.h"
#include "ui/theme/style_sheet.h"

namespace mlplab {

namespace {

/// Fusion, with the letters of shortcuts underlined no more: they still work with Alt.
class FlatStyle : public QProxyStyle {
 public:
  FlatStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    if (hint == SH_UnderlineShortcut || hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
  }
};

void scale_for_projector(Theme& theme) {
  theme.projector = true;
  theme.font_pt = 14.0;
  theme.small_pt = 13.0;
  theme.chart_line = 4.0;
  theme.icon_size = 26;
}

QColor color_of(const Rgb& rgb) { return {rgb.red, rgb.green, rgb.blue}; }

std::vector<QColor> colors_of(const ChartPalette& palette) {
  std::vector<QColor> colors;
  for (const Rgb& rgb : palette.series) colors.push_back(color_of(rgb));
  return colors;
}

}  // namespace

int Theme::px(int pixels) const { return static_cast<int>(std::lround(magnified * pixels)); }

Theme fitted_to(Theme theme, const QSize& window, qreal dots_per_inch) {
  if (!theme.projector) return theme;
  constexpr qreal letters = 32.0, width = 1920.0, height = 1080.0;  // px
  const qreal share = std::min(window.width() / width, window.height() / height);
  const qreal small_pt = std::max(theme.small_pt, letters * share * 72.0 / dots_per_inch);
  const qreal growth = small_pt / theme.small_pt;
  theme.small_pt = small_pt;
  theme.font_pt = std::max(theme.font_pt, small_pt + 1.0);
  theme.icon_size = static_cast<int>(std::lround(growth * theme.icon_size));
  theme.chart_line *= growth;
  theme.magnified = growth;
  return theme;
}

QColor Theme::series_color(int index) const {
  if (series.empty()) return accent;
  const int count = static_cast<int>(series.size());
  return series[static_cast<std::size_t>(((index % count) + count) % count)];
}

Theme light_theme(bool projector) {
  Theme t;
  t.ground = QColor(0xF5, 0xF6, 0xF8);
  t.card = color_of(light_palette.card);
  t.line = color_of(light_palette.line);
  t.control = QColor(0xCB, 0xD0, 0xD8);
  t.mark = QColor(0x7F, 0x87, 0x92);
  t.text = color_of(light_palette.text);
  t.quiet = color_of(light_palette.quiet);
  t.accent = QColor(0x2F, 0x6F, 0xDE);
  t.link = QColor(0x28, 0x66, 0xD2);
  t.on_accent = QColor(0xFF, 0xFF, 0xFF);
  t.selected = QColor(0xE8, 0xF0, 0xFE);
  t.hover = QColor(0xF0, 0xF2, 0xF5);
  t.error = QColor(0xB4, 0x23, 0x18);
  t.error_ground = QColor(0xFE, 0xEC, 0xEA);
  t.warning = QColor(0x8A, 0x55, 0x00);
  t.warning_ground = QColor(0xFF, 0xF5, 0xDC);
  t.success = QColor(0x17, 0x77, 0x45);
  t.series = colors_of(light_palette);
  if (projector) scale_for_projector(t);
  return t;
}

Theme dark_theme(bool projector) {
  Theme t;
  t.dark = true;
  t.ground = QColor(0x16, 0x19, 0x1D);
  t.card = color_of(dark_palette.card);
  t.line = color_of(dark_palette.line);
  t.control = QColor(0x46, 0x4E, 0x58);
  t.mark = QColor(0x85, 0x8E, 0x99);
  t.text = color_of(dark_palette.text);
  t.quiet = color_of(dark_palette.quiet);
  t.accent = QColor(0x6E, 0xA8, 0xFE);
  t.link = t.accent;
  t.on_accent = QColor(0x10, 0x18, 0x26);
  t.selected = QColor(0x2A, 0x3A, 0x55);
  t.hover = QColor(0x2A, 0x2F, 0x36);
  t.error = QColor(0xFF, 0x8A, 0x80);
  t.error_ground = QColor(0x42, 0x21, 0x20);
  t.warning = QColor(0xF2, 0xC1, 0x5C);
  t.warning_ground = QColor(0x3A, 0x30, 0x1A);
  t.success = QColor(0x5F, 0xD0, 0x9A);
  t.series = colors_of(dark_palette);
  if (projector) scale_for_projector(t);
  return t;
}

Theme make_theme(ThemeChoice choice, bool system_dark, bool projector) {
  const bool dark = choice == ThemeChoice::dark || (choice == ThemeChoice::system && system_dark);
  return dark ? dark_theme(projector) : light_theme(projector);
}

bool desktop_is_dark() {
  const QPalette palette = QGuiApplication::palette();
  return palette.color(QPalette::WindowText).lightnessF() > palette.color(QPalette::Window).lightnessF();
}

double contrast_ratio(const QColor& a, const QColor& b) {
  const auto linear = [](double channel) {
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
  };
  const auto luminance = [&](const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
  };
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QString to_string(ThemeChoice choice) {
  switch (choice) {
    case ThemeChoice::light:
      return QStringLiteral("light");
    case ThemeChoice::dark:
      return QStringLiteral("dark");
    case ThemeChoice::system:
      break;
  }
  return QStringLiteral("system");
}

ThemeChoice parse_theme_choice(const QString& text, ThemeChoice fallback) {
  for (const ThemeChoice choice : {ThemeChoice::system, ThemeChoice::light, ThemeChoice::dark}) {
    if (text == to_string(choice)) return choice;
  }
  return fallback;
}

QPalette palette_of(const Theme& t) {
  QPalette p;
  p.setColor(QPalette::Window, t.ground);
  p.setColor(QPalette::WindowText, t.text);
  p.setColor(QPalette::Base, t.card);
  p.setColor(QPalette::AlternateBase, t.hover);
  p.setColor(QPalette::Text, t.text);
  p.setColor(QPalette::PlaceholderText, t.quiet);
  p.setColor(QPalette::Button, t.card);
  p.setColor(QPalette::ButtonText, t.text);
  p.setColor(QPalette::BrightText, t.error);
  p.setColor(QPalette::Highlight, t.accent);
  p.setColor(QPalette::HighlightedText, t.on_accent);
  p.setColor(QPalette::Link, t.link);
  p.setColor(QPalette::LinkVisited, t.link);
  p.setColor(QPalette::ToolTipBase, t.card);
  p.setColor(QPalette::ToolTipText, t.text);
  p.setColor(QPalette::Light, t.card);
  p.setColor(QPalette::Midlight, t.line);
  p.setColor(QPalette::Mid, t.control);
  p.setColor(QPalette::Dark, t.control);
  p.setColor(QPalette::Shadow, t.dark ? QColor(0, 0, 0) : t.control);
  QColor faint = t.quiet;
  faint.setAlphaF(0.55F);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    p.setColor(QPalette::Disabled, role, faint);
  }
  p.setColor(QPalette::Disabled, QPalette::Highlight, t.line);
  return p;
}

void apply_theme(QApplication& application, const Theme& theme) {
  // Without it, widgets keep the font that they had when the style sheet was set.
  QCoreApplication::setAttribute(Qt::AA_UseStyleSheetPropagationInWidgetStyles);
  constexpr const char* styled = "mlplab_styled";
  if (!application.property(styled).toBool()) QApplication::setStyle(new FlatStyle);
  application.setProperty(styled, true);
  // Taking a sheet away and setting another takes a fifth of the time that replacing it does.
  application.setStyleSheet({});
  QApplication::setPalette(palette_of(theme));
  QFont font = QApplication::font();
  font.setPointSizeF(theme.font_pt);
  QApplication::setFont(font);
  application.setStyleSheet(style_sheet(theme));
}

}  // namespace mlplab
