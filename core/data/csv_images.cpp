#include "core/data/csv_images.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/typed_number.h"
#include "core/data/color_order.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_classes = 1000;

std::string in_small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool has_csv_name(const fs::path& path) { return in_small_letters(path.extension().string()) == ".csv"; }

/// Without the blanks and the quotation marks around it.
std::string_view trimmed(std::string_view field) {
  constexpr std::string_view around = " \"\r\t";
  const std::size_t begin = field.find_first_not_of(around);
  return begin == std::string_view::npos ? std::string_view()
                                         : field.substr(begin, field.find_last_not_of(around) - begin + 1);
}

/// '7', or '7.0' and '7.000e+00' as tables of fractions have it.
std::optional<int> pixel_of(std::string_view field) {
  field = trimmed(field);
  int value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (end != field.data() + field.size()) {
    const std::optional<double> number = typed_number(field);
    if (!number || *number < 0 || *number > 255 || *number != std::floor(*number)) return std::nullopt;
    return static_cast<int>(*number);
  }
  return error == std::errc{} && value >= 0 && value <= 255 ? std::optional(value) : std::nullopt;
}

/// The name of a class: '7' of '7' and '7.0'.
std::string label_of(std::string_view field) {
  const std::optional<int> number = pixel_of(field);
  return number ? std::to_string(*number) : std::string(trimmed(field));
}

bool names_labels(std::string_view field) {
  constexpr std::array names{"label", "labels", "class", "target", "digit"};
  return std::ranges::find(names, in_small_letters(std::string(trimmed(field)))) != names.end();
}

/// The lines of a file, by what stands in its first one.
struct CsvLayout {
  char separator = ',';
  bool has_names = false;
  std::size_t columns = 0;
  std::optional<std::size_t> label;  // its column; nothing where the file has no labels
  ImageShape image;                  // square, grey or of three colours
};

std::vector<std::string_view> fields_of(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0;;) {
    const std::size_t end = line.find(separator, begin);
    fields.push_back(line.substr(begin, end - begin));
    if (end == std::string_view::npos) return fields;
    begin = end + 1;
  }
}

std::optional<ImageShape> square_of(std::size_t numbers) {
  for (const int channels : {1, 3}) {
    const double pixels = static_cast<double>(numbers) / channels;
    const auto side = static_cast<int>(std::llround(std::sqrt(pixels)));
    if (side >= (channels == 1 ? 1 : 2) &&
        static_cast<std::size_t>(channels * side) * static_cast<std::size_t>(side) == numbers)
      return ImageShape{side, side, channels};
  }
  return std::nullopt;
}

CsvLayout layout_of(const fs::path& file, std::string_view line) {
  CsvLayout layout;
  layout.separator = *std::ranges::max_element(std::string_view(",;\t"), {},
                                               [&](char sign) { return std::ranges::count(line, sign); });
  const std::vector<std::string_view> fields = fields_of(line, layout.separator);
  layout.columns = fields.size();
  const auto named = std::ranges::find_if(fields, names_labels);
  layout.has_names = named != fields.end() || std::none_of(fields.begin() + 1, fields.end(), pixel_of);
  if (named != fields.end())
    layout.label = static_cast<std::size_t>(named - fields.begin());
  else if (!square_of(layout.columns))
    layout.label = 0;
  const std::size_t numbers = layout.columns - (layout.label ? 1 : 0);
  const std::optional<ImageShape> image = square_of(numbers);
  if (!image)
    throw InputError(
        say("%1 has %2 columns beside that of the labels, which make no square image; a row is a label and the pixels "
            "of an image, as 784 of 28×28 in grey and 2352 in colours",
            file.string(), numbers));
  layout.image = *image;
  return layout;
}

/// Labelled rows. Labels are places in `names`, which grows with those of training rows.
struct CsvRows {
  CsvLayout layout;
  Examples examples;
  std::vector<std::string> names;     // of the labels, in the order in which they come
  std::vector<std::size_t> first_at;  // the line where each came first
  bool fractions = false;             // of 1, in the file: as features they are 0 to 255 here

  bool take_pixel(std::string_view field);
  int brightest() const { return examples.features.empty() ? 0 : *std::ranges::max_element(examples.features); }
  void scale(double factor);
};

void CsvRows::scale(double factor) {
  for (std::uint8_t& pixel : examples.features)
    pixel = static_cast<std::uint8_t>(std::min(255L, std::lround(factor * pixel)));
}

/// Whole numbers up to 255, or fractions of 1 in all rows: the first one that is none tells. False for anything else.
bool CsvRows::take_pixel(std::string_view field) {
  const std::optional<int> whole = pixel_of(field);
  if (whole && !fractions) {
    examples.features.push_back(static_cast<std::uint8_t>(*whole));
    return true;
  }
  const std::optional<double> value = whole ? std::optional<double>(*whole) : typed_number(trimmed(field));
  if (!value || *value < 0 || *value > 1 || (!fractions && brightest() > 1)) return false;
  if (!std::exchange(fractions, true)) scale(255);
  examples.features.push_back(static_cast<std::uint8_t>(std::lround(255 * *value)));
  return true;
}

void read_row(const fs::path& file, std::size_t number, std::string_view line, CsvRows& rows,
              std::map<std::string, std::int32_t, std::less<>>& places) {
  const auto fail = [&](const std::string& why) {
    return InputError(say("%1, line %2: %3; mend the line or remove it", file.string(), number, why));
  };
  const CsvLayout& layout = rows.layout;
  std::size_t column = 0, begin = 0;
  for (bool last = false; !last; ++column) {
    const std::size_t end = std::min(line.find(layout.separator, begin), line.size());
    const std::string_view field = line.substr(begin, end - begin);
    last = end == line.size();
    begin = end + 1;
    if (column == layout.label) {
      const auto [place, is_new] = places.emplace(label_of(field), static_cast<std::int32_t>(rows.names.size()));
      if (place->first.empty()) throw fail(say("it has no label"));
      if (is_new) rows.names.push_back(place->first), rows.first_at.push_back(number);
      rows.examples.labels.push_back(place->second);
    } else if (column < layout.columns) {
      if (!rows.take_pixel(field))
        throw fail(say("'%1' is no pixel, which is a whole number from 0 to 255, or in all rows a fraction from 0 to 1",
                       trimmed(field)));
    }
  }
  if (column != layout.columns) throw fail(say("it has %1 fields and not %2", column, layout.columns));
}

CsvRows read_rows(const fs::path& file) {
  const std::string text = read_file(file);
  std::string_view left = text;
  if (left.starts_with("\xEF\xBB\xBF")) left.remove_prefix(3);
  CsvRows rows;
  std::map<std::string, std::int32_t, std::less<>> places;
  for (std::size_t number = 1; !left.empty(); ++number) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    const std::string_view line = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    if (trimmed(line).empty()) continue;
    const bool first = rows.layout.columns == 0;
    if (first) rows.layout = layout_of(file, line);
    if (first && rows.layout.has_names) continue;
    if (!rows.layout.label) break;
    read_row(file, number, line, rows, places);
    if (rows.names.size() > most_classes)
      throw InputError(
          say("%1 has more than %2 labels in column %3, which can be no classes; name the column of the labels 'label' "
              "in the first line",
              file.string(), most_classes, *rows.layout.label + 1));
  }
  return rows;
}

/// Numbers by their size, then words.
bool comes_before(const std::string& a, const std::string& b) {
  const std::optional<int> of_a = typed_whole<int>(a), of_b = typed_whole<int>(b);
  return of_a && of_b ? *of_a < *of_b : of_a.has_value() != of_b.has_value() ? of_a.has_value() : a < b;
}

/// Labels become places in the sorted `classes`.
void number_labels(const fs::path& file, CsvRows& rows, const std::vector<std::string>& classes) {
  std::vector<std::int32_t> places;
  for (std::size_t i = 0; i < rows.names.size(); ++i) {
    const auto found = std::ranges::find(classes, rows.names[i]);
    if (found == classes.end())
      throw InputError(say("%1, line %2 has the label '%3', which no training row has; the classes are %4",
                           file.string(), rows.first_at[i], rows.names[i], in_one_line(classes)));
    places.push_back(static_cast<std::int32_t>(found - classes.begin()));
  }
  for (std::int32_t& label : rows.examples.labels) label = places[static_cast<std::size_t>(label)];
}

struct CsvFiles {
  fs::path train;
  std::optional<fs::path> test;
};

/// Grey levels of fewer bits (0 to 1, 0 to 16) would all be black. The test images are taken as the training images
/// are.
void brighten(const CsvFiles& files, CsvRows& train, CsvRows* test, std::vector<std::string>& notes) {
  constexpr int dark = 127;
  const int brightest = train.brightest();
  const bool all_dark = brightest > 0 && brightest <= dark;
  if (test != nullptr && test->fractions != train.fractions) {
    if (test->fractions || test->brightest() > 1)
      throw InputError(say("the pixels of %1 are fractions from 0 to 1, those of %2 are not; bring both to one form",
                           (test->fractions ? *files.test : files.train).string(),
                           (test->fractions ? files.train : *files.test).string()));
    test->scale(255);
  }
  if (train.fractions) notes.push_back(say("the pixels of %1 are fractions: 1 is taken as 255", files.train.string()));
  if (!all_dark) return;
  const double factor = 255.0 / brightest;
  train.scale(factor);
  if (test != nullptr) test->scale(factor);
  if (!train.fractions)
    notes.push_back(say("no pixel of %1 is above %2, which is taken as 255", files.train.string(), brightest));
}

CsvFiles files_of(const fs::path& source) {
  if (!folder_at(source)) return {source, std::nullopt};
  std::vector<fs::path> all = entries_in(source), train, test;
  std::erase_if(all, [](const fs::path& path) { return !has_csv_name(path); });
  for (const fs::path& path : all) {
    const std::string name = in_small_letters(path.stem().string());
    if (name.find("train") != std::string::npos) train.push_back(path);
    if (name.find("test") != std::string::npos) test.push_back(path);
  }
  if (train.empty() && test.empty() && all.size() == 1) train = all;
  if (train.size() != 1 || test.size() > 1)
    throw InputError(
        say("%1 holds %2 CSV files for training and %3 for tests, by their names; leave one train.csv and at most one "
            "test.csv in it",
            source.string(), train.size(), test.size()));
  return {train[0], test.empty() ? std::nullopt : std::optional(test[0])};
}

/// Plane by plane, whichever way the file has them.
void order_colors(const CsvFiles& files, CsvRows& train, CsvRows& test, std::vector<std::string>& notes) {
  const ImageShape& image = train.layout.image;
  if (image.channels == 1) return;
  const bool planar = looks_planar(train.examples.features, image);
  const std::string file = files.train.string();
  notes.push_back(planar ? say("the rows of %1 look like all reds of an image, then its greens and blues", file)
                         : say("the rows of %1 look like red, green and blue of one pixel after the other", file));
  if (planar) return;
  for (CsvRows* rows : {&train, &test}) make_planar(rows->examples.features, image);
}

}  // namespace

bool holds_csv_images(const fs::path& source) {
  if (!folder_at(source)) return has_csv_name(source);
  const std::vector<fs::path> entries = entries_in(source);
  return std::ranges::none_of(entries, folder_at) && std::ranges::any_of(entries, has_csv_name);
}

Dataset read_csv_images(const fs::path& source) {
  const CsvFiles files = files_of(source);
  CsvRows train = read_rows(files.train);
  if (train.layout.columns == 0) throw InputError(say("%1 holds no images", files.train.string()));
  if (!train.layout.label)
    throw InputError(
        say("%1 has no column of labels: its rows are %2 pixels; name a file whose rows are a label and the pixels",
            files.train.string(), train.layout.columns));
  if (train.examples.labels.empty()) throw InputError(say("%1 holds no images", files.train.string()));
  if (train.names.size() < 2)
    throw InputError(
        say("all rows of %1 have the label '%2' in column %3; name the column of the labels 'label' in the first line",
            files.train.string(), train.names[0], *train.layout.label + 1));
  Dataset dataset;
  dataset.name = source.string();
  dataset.image = train.layout.image;
  dataset.class_names = train.names;
  std::ranges::sort(dataset.class_names, comes_before);
  number_labels(files.train, train, dataset.class_names);
  CsvRows test;
  if (files.test) test = read_rows(*files.test);
  const bool tested = files.test && test.layout.label;
  if (files.test && test.layout.image != dataset.image)
    throw InputError(say("the training and test images in %1 have different sizes", source.string()));
  if (files.test && !tested) dataset.notes.push_back(say("%1 has no labels, and is left out", files.test->string()));
  if (tested) number_labels(*files.test, test, dataset.class_names);
  brighten(files, train, tested ? &test : nullptr, dataset.notes);
  order_colors(files, train, test, dataset.notes);
  dataset.train = std::move(train.examples);
  dataset.test = std::move(test.examples);
  return dataset;
}

}  // namespace mlplab
