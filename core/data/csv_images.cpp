#include "core/data/csv_images.h"

#include <algorithm>
#include <array>
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
#include "core/data/folder_listing.h"
#include "core/data/pixel_rows.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_classes = 1000;

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
  PixelRows pixels;
  std::vector<std::int32_t> labels;
  std::vector<std::string> names;     // of the labels, in the order in which they come
  std::vector<std::size_t> first_at;  // the line where each came first
};

bool take_pixel(std::string_view field, PixelRows& rows) {
  if (const std::optional<int> whole = pixel_of(field)) return rows.take(*whole);
  const std::optional<double> value = typed_number(trimmed(field));
  return value && rows.take(*value);
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
      rows.labels.push_back(place->second);
    } else if (column < layout.columns) {
      if (!take_pixel(field, rows.pixels))
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
  rows.pixels.file = file.string();
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
  for (std::int32_t& label : rows.labels) label = places[static_cast<std::size_t>(label)];
}

struct CsvFiles {
  fs::path train;
  std::optional<fs::path> test;
};

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
  if (train.labels.empty()) throw InputError(say("%1 holds no images", files.train.string()));
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
  const std::vector<PixelRows*> others{&test.pixels};
  bring_to_full_range(train.pixels, others, dataset.notes);
  order_colors(train.pixels, others, dataset.image, dataset.notes);
  dataset.train = {std::move(train.pixels.features), std::move(train.labels)};
  dataset.test = {std::move(test.pixels.features), std::move(test.labels)};
  return dataset;
}

}  // namespace mlplab
