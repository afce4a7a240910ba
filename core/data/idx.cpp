// Reading is strict: whatever the header promises must be there, no less and no more.
#include "core/data/idx.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <future>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/data/folder_listing.h"
#include "core/data/image_file.h"
#include "core/data/pixel_rows.h"
#include "core/machine/memory.h"

namespace mlplab {
namespace {

constexpr std::uint64_t max_array_bytes = std::uint64_t{2} << 30;  // an absurd count is refused, not allocated

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

/// The unzipped bytes and their number.
struct Unzipped {
  std::unique_ptr<std::uint8_t[]> bytes;
  std::size_t size = 0;
};

constexpr std::size_t gzip_frame = 18;  // header and end of a member of a gzip file (RFC 1952)

/// A guess at what is in a gzip file: what its last member says at its end, or twice the file.
std::size_t size_to_begin_with(std::string_view zipped) {
  std::uint64_t said = 0;
  for (std::size_t i = 1; i <= 4; ++i) said = said << 8 | static_cast<std::uint8_t>(zipped[zipped.size() - i]);
  constexpr std::uint64_t deflate_ratio_limit = 1032;  // deflate cannot do better (zlib's technical notes)
  return said > 0 && said <= zipped.size() * deflate_ratio_limit ? said : 2 * zipped.size();
}

/// All that `gzip -t` finds right: several members one after the other, zeros behind the last. Memory is taken for what
/// the file can hold, and used only as far as there is something to unzip. `path` is for the messages.
Unzipped unzip(std::string_view zipped, const std::filesystem::path& path) {
  const auto damaged = [&] {
    return InputError(say("%1 is truncated or damaged: its gzip data do not unzip; fetch it again", path.string()));
  };
  if (zipped.size() < gzip_frame) throw damaged();
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> unzipper(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (!unzipper) throw std::bad_alloc();
  constexpr std::uint64_t most = max_array_bytes + (1U << 10);
  std::size_t room = std::min<std::uint64_t>(size_to_begin_with(zipped), most);
  Unzipped result{std::make_unique_for_overwrite<std::uint8_t[]>(room), 0};
  while (!zipped.empty()) {
    if (result.size > 0 && std::ranges::all_of(zipped, [](char byte) { return byte == '\0'; })) break;
    std::size_t read = 0, written = 0;
    const libdeflate_result outcome =
        libdeflate_gzip_decompress_ex(unzipper.get(), zipped.data(), zipped.size(), result.bytes.get() + result.size,
                                      room - result.size, &read, &written);
    if (outcome == LIBDEFLATE_INSUFFICIENT_SPACE && room < most) {
      room = std::min<std::uint64_t>(2 * room + gzip_frame, most);
      auto larger = std::make_unique_for_overwrite<std::uint8_t[]>(room);
      std::copy_n(result.bytes.get(), result.size, larger.get());
      result.bytes = std::move(larger);
      continue;
    }
    if (outcome != LIBDEFLATE_SUCCESS) throw damaged();
    result.size += written;
    zipped.remove_prefix(read);
  }
  return result;
}

std::uint32_t big_endian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

}  // namespace

IdxArray read_idx(const std::filesystem::path& path) {
  std::string file = read_file(path, std::uint64_t{4'000'000'000});
  Unzipped unzipped;
  std::span content(reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
  if (is_gzip(file)) {
    unzipped = unzip(file, path);
    content = {unzipped.bytes.get(), unzipped.size};
  }
  if (content.empty()) throw InputError(say("%1 is empty; fetch it again", path.string()));
  const std::size_t dimensions = content.size() >= 4 ? content[3] : 0;
  if (content[0] != 0 || dimensions < 1 || dimensions > 4 || content[1] != 0)
    throw InputError(say("%1 is not an IDX file: its first four bytes are not an IDX magic number", path.string()));
  if (content[2] != 8)
    throw InputError(say("%1 holds IDX type %2; only unsigned bytes (8) are read", path.string(), content[2]));
  const std::size_t header = 4 + 4 * dimensions;
  if (content.size() < header)
    throw InputError(say("%1 is truncated inside its header; fetch it again", path.string()));
  IdxArray array;
  std::uint64_t total = 1;
  for (std::size_t at = 4; at < header; at += 4) {
    array.shape.push_back(big_endian(&content[at]));
    const std::uint64_t factor = array.shape.back();
    total = factor != 0 && total > max_array_bytes / factor ? max_array_bytes + 1 : total * factor;
  }
  const std::span<const std::uint8_t> values = content.subspan(header);
  if (total > values.size())
    throw InputError(
        total > max_array_bytes
            ? say("%1 is truncated or its header is wrong: it promises more than 2 GiB of values, %2 are there; fetch "
                  "it "
                  "again",
                  path.string(), values.size())
            : say("%1 is truncated or its header is wrong: it promises %2 values, %3 are there; fetch it again",
                  path.string(), total, values.size()));
  if (total < values.size()) throw InputError(say("%1 is longer than its header says; fetch it again", path.string()));
  reserve_large(array.values, values.size());
  array.values.assign(values.begin(), values.end());
  return array;
}

namespace {

std::string header_of(const std::vector<std::uint32_t>& shape) {
  std::string bytes{'\0', '\0', '\x08', static_cast<char>(shape.size())};
  for (const std::uint32_t size : shape)
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(size >> shift & 0xFFU));
  return bytes;
}

}  // namespace

void write_idx(const std::filesystem::path& path, const IdxArray& array) {
  std::string bytes = header_of(array.shape);
  bytes.append(array.values.begin(), array.values.end());
  write_file_atomically(path, bytes);
}

namespace {

/// A file of the format, by its name: '[PREFIX]train-images-idx3-ubyte', with '.idx3' too, 't10k' or 'test', and '.gz'.
struct IdxName {
  std::string prefix;
  bool train = false, images = false;
};

/// Cuts the part behind the last '-', '_' or '.' off `name` and returns it.
std::string take_last_word(std::string& name) {
  const std::size_t sign = name.find_last_of("-_.");
  if (sign == std::string::npos) return {};
  std::string word = name.substr(sign + 1);
  name.resize(sign);
  return word;
}

std::optional<IdxName> idx_name_of(const std::filesystem::path& path) {
  std::string name = in_small_letters(path.filename().string());
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  if (take_last_word(name) != "ubyte") return std::nullopt;
  const std::string dimensions = take_last_word(name), what = take_last_word(name);
  if (dimensions.size() != 4 || !dimensions.starts_with("idx") || (what != "images" && what != "labels"))
    return std::nullopt;
  for (const std::string split : {"train", "t10k", "test"})
    if (name.ends_with(split))
      return IdxName{name.substr(0, name.size() - split.size()), split == "train", what == "images"};
  return std::nullopt;
}

/// The file that an entry of the folder is; some archives unpack each into a folder of its own name.
std::optional<std::filesystem::path> idx_file_at(const std::filesystem::path& path) {
  if (!idx_name_of(path)) return std::nullopt;
  if (!folder_at(path)) return path;
  for (const std::filesystem::path& inner : entries_in(path))
    if (idx_name_of(inner) && file_at(inner)) return inner;
  return std::nullopt;
}

/// The plain one where there are several. `stem` is 'train' or 't10k'.
std::filesystem::path find_file(const std::filesystem::path& folder, const std::string& stem, const std::string& what) {
  std::optional<std::filesystem::path> best;
  std::set<std::string> prefixes;
  for (const std::filesystem::path& entry : entries_in(folder)) {
    const auto file = idx_file_at(entry);
    if (!file) continue;
    const IdxName name = *idx_name_of(*file);
    prefixes.insert(name.prefix);
    if (name.train != (stem == "train") || name.images != (what == "images")) continue;
    const auto worse = [](const std::filesystem::path& path) { return path.extension() == ".gz"; };
    if (!best || (worse(*best) && !worse(*file))) best = file;
  }
  if (prefixes.size() > 1)
    throw InputError(say("%1 holds the IDX files of several data sets ('%2', '%3'); put each into a folder of its own",
                         folder.string(), *prefixes.begin(), *std::next(prefixes.begin())));
  if (best) return *best;
  const std::string name = stem + "-" + what + (what == "images" ? "-idx3-ubyte" : "-idx1-ubyte");
  throw InputError(say(
      "there is no %1 or %1.gz in %2; name a folder with the four IDX files of MNIST, or with one sub-folder per class",
      name, folder.string()));
}

struct LabelledImages {
  Examples examples;
  ImageShape shape;
};

/// [n, channels, height, width], which our own writer writes, and not [n, height, width, channels]: it begins with the
/// number of colours and does not end with it.
bool is_planar(const std::vector<std::uint32_t>& shape) { return shape.size() == 4 && shape[1] == 3 && shape[3] != 3; }

LabelledImages read_pair(const std::filesystem::path& folder, const std::string& stem) {
  const auto images_path = find_file(folder, stem, "images");
  const auto labels_path = find_file(folder, stem, "labels");
  IdxArray images = read_idx(images_path);
  const IdxArray labels = read_idx(labels_path);
  if (images.shape.size() < 3)
    throw InputError(say("%1 has %2 dimensions; images need three (count, height, width)", images_path.string(),
                         images.shape.size()));
  if (labels.shape.size() != 1)
    throw InputError(say("%1 has %2 dimensions; labels need one", labels_path.string(), labels.shape.size()));
  if (images.shape[0] != labels.shape[0])
    throw InputError(say("%1 has %2 labels for the %3 images of %4", labels_path.string(), labels.shape[0],
                         images.shape[0], images_path.filename().string()));
  if (images.shape[0] == 0) throw InputError(say("%1 holds no images", images_path.string()));
  LabelledImages result;
  const bool planar = is_planar(images.shape);
  const std::size_t rows = planar ? 2 : 1;  // which dimension the height is
  result.shape = {static_cast<int>(images.shape[rows]), static_cast<int>(images.shape[rows + 1]),
                  images.shape.size() == 4 ? static_cast<int>(images.shape[planar ? 1 : 3]) : 1};
  if (images.values.empty() || images.values.size() / images.shape[0] > (1U << 24))
    throw InputError(say("%1 holds images of %2×%3 pixels; 1 to 16 million pixels are read", images_path.string(),
                         result.shape.width, result.shape.height));
  result.examples.features = std::move(images.values);
  if (!planar && result.shape.channels > 1) make_planar(result.examples.features, result.shape);
  result.examples.labels.assign(labels.values.begin(), labels.values.end());
  return result;
}

}  // namespace

namespace {

struct ClassNumbers {
  int first = 0, count = 0;
};

/// Classes are numbered without a gap, from 0 or (EMNIST's letters) from 1: one wrong byte among the labels must not
/// widen the network.
ClassNumbers classes_of(const std::filesystem::path& folder, const Examples& train, const Examples& test) {
  std::array<bool, 257> trained{};
  for (const std::int32_t label : train.labels) trained[static_cast<std::size_t>(label)] = true;
  const bool no_zero = !trained[0] && std::ranges::find(test.labels, 0) == test.labels.end();
  const int first = no_zero && trained[1] ? 1 : 0;
  const auto gap =
      static_cast<std::int32_t>(std::find(trained.begin() + first, trained.end(), false) - trained.begin());
  for (const auto& [stem, examples] : {std::pair("train", &train), std::pair("t10k", &test)}) {
    const auto beyond = std::ranges::find_if(examples->labels, [&](std::int32_t label) { return label >= gap; });
    if (beyond == examples->labels.end()) continue;
    throw InputError(
        say("%1 has the label %2 at index %3, but class %4 has no training image; number the classes from 0 "
            "without a gap, or fetch the file again",
            find_file(folder, stem, "labels").string(), *beyond, beyond - examples->labels.begin(), gap));
  }
  return {first, gap - first};
}

}  // namespace

bool holds_idx_files(const std::filesystem::path& folder) {
  return std::ranges::any_of(entries_in(folder), [](const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    const bool named_so = name.find("-idx") != std::string::npos || name.find(".idx") != std::string::npos;
    return idx_file_at(path).has_value() || (named_so && !folder_at(path) && !has_image_name(path));
  });
}

Dataset read_idx_folder(const std::filesystem::path& folder) {
  auto test_pair = std::async(std::launch::async, read_pair, folder, "t10k");  // unzipping takes half the loading time
  LabelledImages train = read_pair(folder, "train");
  LabelledImages test = test_pair.get();
  if (!(train.shape == test.shape))
    throw InputError(say("the training and test images in %1 have different sizes", folder.string()));
  Dataset dataset;
  dataset.name = folder.string();
  dataset.image = train.shape;
  const auto [first, classes] = classes_of(folder, train.examples, test.examples);
  for (int c = 0; c < std::max(classes, 2); ++c) dataset.class_names.push_back(std::to_string(first + c));
  for (Examples* examples : {&train.examples, &test.examples})
    for (std::int32_t& label : examples->labels) label -= first;
  dataset.train = std::move(train.examples);
  dataset.test = std::move(test.examples);
  return dataset;
}

namespace {

/// The values straight from where they are: a copy of MNIST would cost as much as the file.
void write_plain(const std::filesystem::path& path, const std::vector<std::uint32_t>& shape,
                 std::span<const std::uint8_t> values) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << header_of(shape);
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size()));
  if (!file.flush()) throw InputError(say("cannot write %1; is the disk full?", path.string()));
}

void write_pair(const std::filesystem::path& folder, const std::string& stem, const Examples& examples,
                const ImageShape& image) {
  write_idx_images(folder / (stem + "-images-idx3-ubyte"), examples.features, image);
  const std::vector<std::uint8_t> labels(examples.labels.begin(), examples.labels.end());
  write_plain(folder / (stem + "-labels-idx1-ubyte"), {static_cast<std::uint32_t>(labels.size())}, labels);
}

}  // namespace

void write_idx_images(const std::filesystem::path& path, const std::vector<std::uint8_t>& features,
                      const ImageShape& image) {
  const auto size = static_cast<std::size_t>(image.height) * static_cast<std::size_t>(image.width) *
                    static_cast<std::size_t>(image.channels);
  std::vector<std::uint32_t> shape{static_cast<std::uint32_t>(features.size() / size),
                                   static_cast<std::uint32_t>(image.height), static_cast<std::uint32_t>(image.width)};
  if (image.channels > 1) shape.insert(shape.begin() + 1, static_cast<std::uint32_t>(image.channels));
  write_plain(path, shape, features);
}

void write_idx_folder(const std::filesystem::path& folder, const Dataset& dataset) {
  if (dataset.classes() > 256)
    throw InputError(
        say("%1 has %2 classes; an IDX file of labels holds at most 256", dataset.name, dataset.classes()));
  make_folder(folder);
  write_pair(folder, "train", dataset.train, dataset.image);
  write_pair(folder, "t10k", dataset.test, dataset.image);
  if (dataset.validation.size() > 0) write_pair(folder, "validation", dataset.validation, dataset.image);
}

}  // namespace mlplab
