#include "core/run/settings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/data/image.h"

namespace mlplab {
namespace {

constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr int max_batch = 65'536, max_epochs = 100'000, max_profile_steps = 1000;

template <auto... members>
SettingValue at(RunSpec& spec) {
  return &(spec.*....*members);
}

bool has_momentum(const RunSpec& spec) { return spec.optimizer.kind == OptimizerKind::momentum; }
bool is_adam(const RunSpec& spec) { return spec.optimizer.kind == OptimizerKind::adam; }
bool is_elsewhere(const RunSpec& spec) { return !spec.host.empty(); }
bool has_image_size(const RunSpec& spec) { return spec.data.image_size != ImageSize{}; }
bool is_folder(const RunSpec& spec) { return !is_shipped(spec.data); }
bool starts_from_seed(const RunSpec& spec) { return spec.init_model.empty(); }

std::vector<Setting> make_settings() {
  return {
      {.path = "optimizer.kind",
       .title = to_say("optimizer"),
       .at = at<&RunSpec::optimizer, &OptimizerSpec::kind>,
       .label = to_say("&Optimizer"),
       .brief = "%1",
       .option = "--optimizer",
       .choices = {{"sgd", to_say("SGD")}, {"momentum", to_say("Momentum")}, {"adam", to_say("Adam")}},
       .vary_over = "",
       .required = true},
      {.path = "optimizer.learning_rate",
       .title = to_say("learning rate"),
       .at = at<&RunSpec::optimizer, &OptimizerSpec::learning_rate>,
       .label = to_say("&Learning rate"),
       .brief = to_say("lr %1"),
       .option = "--lr",
       .help = to_say("how far a step moves the weights against their gradient"),
       .range = {{.least = 0.0, .most = 1000.0, .above_least = true}},
       .vary_over = "0.01,0.03,0.1,0.3,1",
       .required = true},
      {.path = "batch",
       .title = to_say("batch"),
       .at = at<&RunSpec::batch>,
       .brief = to_say("batch %1"),
       .option = "--batch",
       .help = to_say("examples per step"),
       .range = {{.least = 1, .most = max_batch}},
       .required = true},
      {.path = "batch_per_rank",
       .title = to_say("batch of each worker"),
       .at = at<&RunSpec::batch_per_rank>,
       .brief = to_say("%1 of each worker"),
       .brief_off = "",
       .option = "--batch-per-rank",
       .help = to_say("examples per step of each process or thread, in place of --batch: with N of them the batch is N "
                      "times as large, which is another training"),
       .range = {{.least = 0, .most = max_batch}},
       .only_where_set = true},
      {.path = "seed",
       .title = to_say("seed"),
       .at = at<&RunSpec::seed>,
       .label = to_say("See&d"),
       .brief = to_say("seed %1"),
       .option = "--seed",
       .help = to_say("of the weights and of the order of the images"),
       .required = true},
      {.path = "epochs",
       .title = to_say("epochs"),
       .at = at<&RunSpec::epochs>,
       .label = to_say("&Epochs"),
       .brief = to_say("epochs %1"),
       .option = "--epochs",
       .help = to_say("passes over the training images"),
       .range = {{.least = 1, .most = max_epochs}},
       .required = true},
      {.path = "optimizer.schedule",
       .title = to_say("schedule"),
       .at = at<&RunSpec::optimizer, &OptimizerSpec::schedule>,
       .label = to_say("S&chedule"),
       .brief = to_say("schedule %1"),
       .option = "--schedule",
       .help = to_say("how the learning rate changes during the run"),
       .choices = {{"constant", to_say("Constant")},
                   {"step", to_say("Step decay")},
                   {"cosine", to_say("Cosine")},
                   {"one-cycle", to_say("One cycle")}},
       .vary_over = ""},
      {.path = "optimizer.momentum",
       .title = to_say("momentum"),
       .at = at<&RunSpec::optimizer, &OptimizerSpec::momentum>,
       .label = to_say("Moment&um"),
       .brief = to_say("momentum %1"),
       .option = "--momentum",
       .help = to_say("of the optimizer momentum: the share of the last step that the next one repeats"),
       .range = {{.least = 0.0, .most = 1.0, .below_most = true}},
       .vary_over = "0,0.5,0.9,0.99",
       .matters = has_momentum},
      {.path = "optimizer.weight_decay",
       .title = to_say("weight decay"),
       .at = at<&RunSpec::optimizer, &OptimizerSpec::weight_decay>,
       .label = to_say("&Weight decay"),
       .brief = to_say("decay %1"),
       .option = "--weight-decay",
       .help =
           to_say("L2 penalty: every step moves each weight towards 0 by this share of it, times the learning rate"),
       .range = {{.least = 0.0, .most = 1.0}},
       .vary_over = "0,0.0001,0.001,0.01"},
      {.path = "optimizer.beta1",
       .title = "beta1",
       .at = at<&RunSpec::optimizer, &OptimizerSpec::beta1>,
       .brief = "β1 %1",
       .option = "--beta1",
       .help = to_say("of the optimizer adam: how long its mean of gradients remembers"),
       .range = {{.least = 0.0, .most = 1.0, .below_most = true}},
       .vary_over = "0.8,0.9,0.99",
       .matters = is_adam},
      {.path = "optimizer.beta2",
       .title = "beta2",
       .at = at<&RunSpec::optimizer, &OptimizerSpec::beta2>,
       .brief = "β2 %1",
       .option = "--beta2",
       .help = to_say("of the optimizer adam: how long its mean of squared gradients remembers"),
       .range = {{.least = 0.0, .most = 1.0, .below_most = true}},
       .vary_over = "0.9,0.99,0.999",
       .matters = is_adam},
      {.path = "optimizer.epsilon",
       .title = "epsilon",
       .at = at<&RunSpec::optimizer, &OptimizerSpec::epsilon>,
       .brief = "ε %1",
       .option = "--epsilon",
       .help = to_say("of the optimizer adam: what keeps it from dividing by 0"),
       .range = {{.least = 0.0, .most = 1.0, .above_least = true}},
       .vary_over = "1e-08,1e-06,0.0001",
       .matters = is_adam},
      {.path = "model.loss",
       .title = to_say("loss"),
       .at = at<&RunSpec::model, &ModelSpec::loss>,
       .label = to_say("L&oss"),
       .brief = "%1",
       .option = "--loss",
       .help = to_say("the function that training minimises"),
       .choices = {{"softmax-cross-entropy", to_say("Cross-entropy")}, {"mean-squared-error", to_say("Squared error")}},
       .vary_over = ""},
      {.path = "model.initializer",
       .title = to_say("initial weights"),
       .at = at<&RunSpec::model, &ModelSpec::initializer>,
       .label = to_say("Initialize&r"),
       .brief = "%1",
       .option = "--initializer",
       .help = to_say("how the weights that the seed gives are spread"),
       .choices = {{"he", to_say("He")}, {"xavier", to_say("Xavier")}},
       .vary_over = "",
       .matters = starts_from_seed},
      {.path = "init_model",
       .title = to_say("initial weights of a model"),
       .at = at<&RunSpec::init_model>,
       .brief = to_say("from %1")},
      {.path = "data.source",
       .title = to_say("data"),
       .at = at<&RunSpec::data, &DataSpec::source>,
       .brief = "%1",
       .option = "--data",
       .help = to_say("mnist, shapes (generated), a folder with IDX or CSV files or with one sub-folder per class, a "
                      "CSV or NPZ file"),
       .required = true},
      {.path = "data.train_limit",
       .title = to_say("training images"),
       .at = at<&RunSpec::data, &DataSpec::train_limit>,
       .label = to_say("&Images"),
       .brief = to_say("%1 images"),
       .brief_off = to_say("all images"),
       .off = to_say("all"),
       .option = "--train-limit",
       .help = to_say("train on the first N images only"),
       .vary_over = "1000,3000,10000,30000"},
      {.path = "data.test_limit",
       .title = to_say("test images"),
       .at = at<&RunSpec::data, &DataSpec::test_limit>,
       .label = to_say("Te&st images"),
       .brief = to_say("%1 test images"),
       .brief_off = to_say("all test images"),
       .off = to_say("all"),
       .option = "--test-limit",
       .help = to_say("test on the first N images only")},
      {.path = "data.validation_fraction",
       .title = to_say("validation fraction"),
       .at = at<&RunSpec::data, &DataSpec::validation_fraction>,
       .label = to_say("&Validation"),
       .brief = to_say("validation %1"),
       .off = to_say("none"),
       .option = "--validation",
       .help = to_say("this share of the training images is held out and evaluated apart, 0 to 0.9"),
       .range = {{.least = 0.0, .most = 0.9}},
       .vary_over = "0.1,0.2,0.3",
       .is_share = true},
      {.path = "data.test_fraction",
       .title = to_say("test fraction"),
       .at = at<&RunSpec::data, &DataSpec::test_fraction>,
       .label = to_say("Test s&hare"),
       .brief = to_say("test %1"),
       .brief_off = "",
       .option = "--test-share",
       .help = to_say("this share of each class is the test set of a folder that has none, above 0 and at most 0.9"),
       .range = {{.least = 0.0, .most = 0.9, .above_least = true}},
       .is_share = true,
       .only_where_set = true,
       .matters = is_folder},
      {.path = "data.image_size",
       .title = to_say("size of the images"),
       .at = at<&RunSpec::data, &DataSpec::image_size>,
       .label = to_say("Image size"),
       .brief = to_say("images of %1"),
       .brief_off = to_say("images as they are"),
       .off = to_say("as they are"),
       .option = "--image-size",
       .help = to_say("size that all images are brought to, as 28, or width and height as 148x197"),
       .only_where_set = true},
      {.path = "data.fit",
       .title = to_say("fit of the images"),
       .at = at<&RunSpec::data, &DataSpec::fit>,
       .label = to_say("F&it"),
       .brief = to_say("images: %1"),
       .brief_off = "",
       .option = "--image-fit",
       .help = to_say("with --image-size: an image of other proportions is stretched, cropped to its middle, or padded "
                      "with the mean colour of its rim"),
       .choices = {{"stretch", to_say("stretched")}, {"crop", to_say("cropped")}, {"pad", to_say("padded")}},
       .vary_over = "",
       .only_where_set = true,
       .matters = has_image_size},
      {.path = "data.channels",
       .title = to_say("channels"),
       .at = at<&RunSpec::data, &DataSpec::channels>,
       .label = to_say("Colours"),
       .brief = to_say("colours: %1"),
       .option = "--channels",
       .help = to_say("1 for grey, 3 for colours (default: as the images are)"),
       .choices = {{"0", to_say("as they are")}, {"1", to_say("grey")}, {"3", to_say("colour")}},
       .only_where_set = true},
      {.path = "data.skip_unreadable",
       .title = to_say("unreadable images"),
       .at = at<&RunSpec::data, &DataSpec::skip_unreadable>,
       .label = to_say("Unreadab&le"),
       .brief = to_say("unreadable images %1"),
       .option = "--skip-unreadable",
       .help = to_say("image files of a folder that cannot be read are left out, and named; without it the first of "
                      "them is an error"),
       .choices = {{"false", to_say("refused")}, {"true", to_say("left out")}},
       .only_where_set = true,
       .matters = is_folder},
      {.path = "data.transposed",
       .title = to_say("image rows"),
       .at = at<&RunSpec::data, &DataSpec::transposed>,
       .label = to_say("Image ro&ws"),
       .brief = to_say("rows %1"),
       .option = "--transpose",
       .help = to_say("rows and columns of the images are interchanged, as EMNIST's are: turn them upright"),
       .choices = {{"false", to_say("as stored")}, {"true", to_say("columns (EMNIST)")}},
       .only_where_set = true},
      {.path = "data.augmentation",
       .title = to_say("augmentation"),
       .at = at<&RunSpec::data, &DataSpec::augmentation>,
       .label = to_say("Au&gment"),
       .brief = to_say("augmented (%1)"),
       .brief_off = to_say("not augmented"),
       .off = to_say("none"),
       .option = "--augment",
       .help =
           to_say("training images are changed at random, anew in each epoch, at most by: shift=2 (pixels), rotate=10 "
                  "(degrees), scale=0.1, flip=0.5 (probability), crop=2 (border in pixels), or some of them"),
       .only_where_set = true},
      {.path = "target_accuracy",
       .title = to_say("target accuracy"),
       .at = at<&RunSpec::target_accuracy>,
       .label = to_say("&Target"),
       .brief = to_say("until %1"),
       .brief_off = "",
       .off = to_say("none"),
       .option = "--target-accuracy",
       .help = to_say("the run ends when the test accuracy reaches this share, as 0.97"),
       .range = {{.least = 0.0, .most = 1.0, .above_least = true}},
       .is_share = true},
      {.path = "eval_every",
       .title = to_say("epochs between evaluations"),
       .at = at<&RunSpec::eval_every>,
       .label = to_say("Test ever&y"),
       .brief = to_say("tested every %1"),
       .option = "--eval-every",
       .help = to_say("epochs between evaluations on the test set; the last epoch is always evaluated"),
       .range = {{.least = 1, .most = no_limit}}},
      {.path = "host",
       .title = to_say("machine"),
       .at = at<&RunSpec::host>,
       .label = to_say("Ru&n on"),
       .brief = to_say("on %1"),
       .brief_off = to_say("here"),
       .off = to_say("this machine"),
       .option = "--on",
       .help = to_say(
           "another machine that computes the run, by ssh: USER@NAME, or USER@NAME:PROGRAM; what is kept is kept here"),
       .only_where_set = true},
      {.path = "silence_s",
       .title = to_say("silence"),
       .at = at<&RunSpec::silence_s>,
       .brief = to_say("silence %1 s"),
       .option = "--silence",
       .help = to_say("with --on: seconds without a sign of life after which the other machine is taken for gone"),
       .range = {{.least = 5, .most = 3600}},
       .only_where_set = true,
       .matters = is_elsewhere},
      {.path = "copies_data",
       .title = to_say("data for the other machine"),
       .at = at<&RunSpec::copies_data>,
       .label = to_say("&Data there"),
       .brief = to_say("data %1"),
       .option = "--copy-data",
       .help = to_say("with --on: send the files of the data set, which need not be there then"),
       .choices = {{"false", to_say("already there")}, {"true", to_say("copied there")}},
       .only_where_set = true,
       .matters = is_elsewhere},
      {.path = "profile_steps",
       .title = to_say("profiled steps of an epoch"),
       .at = at<&RunSpec::profile_steps>,
       .label = to_say("Pro&filed steps"),
       .brief = to_say("profiled (%1 steps)"),
       .brief_off = "",
       .off = to_say("none"),
       .option = "--profile-steps",
       .help = to_say("steps of each epoch whose time is taken apart"),
       .range = {{.least = 0, .most = max_profile_steps}}},
  };
}

template <class T>
constexpr bool is_name = std::is_enum_v<T>;  // those have to_string() and a parse_

void parse(const std::string& text, Loss& value) { value = parse_loss(text); }
void parse(const std::string& text, Initializer& value) { value = parse_initializer(text); }
void parse(const std::string& text, OptimizerKind& value) { value = parse_optimizer(text); }
void parse(const std::string& text, ScheduleKind& value) { value = parse_schedule(text); }
void parse(const std::string& text, Augmentation& value) { value = parse_augmentation(text); }
void parse(const std::string& text, ImageSize& value) { value = text.empty() ? ImageSize() : parse_image_size(text); }
void parse(const std::string& text, ImageFit& value) { value = parse_image_fit(text); }
void parse(const std::string& text, std::string& value) { value = text; }

[[noreturn]] void refuse(const Setting& setting, const std::string& text) {
  throw UsageError(say("'%1' is no %2", text, say(setting.title)), setting.path);
}

std::string words(double value) { return exact(value); }
std::string words(bool value) { return value ? "true" : "false"; }
std::string words(const std::string& value) { return value; }
std::string words(const std::optional<double>& value) { return value ? exact(*value) : ""; }
std::string words(const ImageSize& value) { return value == ImageSize{} ? "" : to_string(value); }
template <class T>
std::string words(const T& value) {
  if constexpr (std::is_integral_v<T>)
    return std::to_string(value);
  else
    return to_string(value);
}

/// 100000 and not 1e+05.
std::string plain(double limit) {
  return std::isfinite(limit) && limit == std::floor(limit) ? std::to_string(static_cast<long long>(limit))
                                                            : exact(limit);
}

/// Earlier versions wrote [height, width].
ImageSize read_image_size(const nlohmann::json& json) {
  if (json.is_array()) {
    const auto size = json.get<std::vector<int>>();
    if (size.size() != 2) throw UsageError(say("the run's data: 'image_size' is width and height"), "data.image_size");
    return {.height = size[0], .width = size[1]};
  }
  JsonReader fields(json, say("the run's data: 'image_size'"));
  ImageSize size;
  size.width = fields.required<int>("width");
  size.height = fields.required<int>("height");
  fields.finish();
  return size;
}

nlohmann::json json_of(const ImageSize& size) { return {{"width", size.width}, {"height", size.height}}; }
nlohmann::json json_of(const std::optional<double>& value) { return value ? nlohmann::json(*value) : nlohmann::json(); }
template <class T>
nlohmann::json json_of(const T& value) {
  if constexpr (is_name<T>)
    return to_string(value);
  else
    return value;
}

template <class T>
void read(JsonReader& from, const std::string& name, bool required, T& value) {
  if constexpr (is_name<T>) {
    parse(required ? from.required<std::string>(name) : from.optional(name, to_string(value)), value);
  } else if constexpr (std::is_same_v<T, ImageSize> || std::is_same_v<T, Augmentation>) {
    const auto json = from.optional(name, nlohmann::json());
    if (json.is_null()) return;
    if constexpr (std::is_same_v<T, ImageSize>)
      value = read_image_size(json);
    else
      from_json(json, value);
  } else if constexpr (std::is_same_v<T, std::optional<double>>) {
    if (const auto json = from.optional(name, nlohmann::json()); !json.is_null()) value = from.required<double>(name);
  } else {
    value = required ? from.required<T>(name) : from.optional<T>(name, value);
  }
}

/// 'optimizer' and 'weight_decay'; '' and 'batch'.
std::pair<std::string, std::string> part_and_name(const Setting& setting) {
  const std::string path = setting.path;
  const std::size_t dot = path.find('.');
  return dot == std::string::npos ? std::pair(std::string(), path)
                                  : std::pair(path.substr(0, dot), path.substr(dot + 1));
}

const RunSpec& usual_spec() {
  static const RunSpec spec;
  return spec;
}

}  // namespace

const std::vector<Setting>& settings() {
  static const std::vector<Setting> table = make_settings();
  return table;
}

const Setting& find_setting(std::string_view path) {
  const auto found = std::ranges::find_if(settings(), [&](const Setting& setting) { return setting.path == path; });
  if (found == settings().end()) throw std::out_of_range("no setting " + std::string(path));  // untranslated: a bug
  return *found;
}

std::string text_of(const Setting& setting, const RunSpec& spec) {
  return visit_setting(setting, spec, [](const auto* value) { return words(*value); });
}

void set_text(const Setting& setting, RunSpec& spec, const std::string& text) {
  visit_setting(setting, spec, [&](auto* value) {
    using T = std::remove_reference_t<decltype(*value)>;
    if constexpr (std::is_same_v<T, std::optional<double>> || std::is_same_v<T, double>) {
      if (std::is_same_v<T, std::optional<double>> && text.empty()) {
        *value = T();
        return;
      }
      const auto number = typed_number(text);
      if (!number) refuse(setting, text);
      *value = *number;
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      const auto number = typed_whole<T>(text);
      if (!number) refuse(setting, text);
      *value = *number;
    } else if constexpr (std::is_same_v<T, bool>) {
      if (text != "true" && text != "false") refuse(setting, text);
      *value = text == "true";
    } else {
      parse(text, *value);
    }
  });
}

std::string names_of_choices(const Setting& setting) {
  std::string list;
  for (std::size_t i = 0; i < setting.choices.size(); ++i) {
    const char* name = setting.choices[i].name;
    list = i == 0 ? name : i + 1 == setting.choices.size() ? say("%1 or %2", list, name) : list + ", " + name;
  }
  return list;
}

std::string title_of_choice(const Setting& setting, const RunSpec& spec) {
  const std::string now = text_of(setting, spec);
  const auto found = std::ranges::find_if(setting.choices, [&](const SettingChoice& c) { return c.name == now; });
  return found == setting.choices.end() ? "" : say(found->title);
}

bool is_usual(const Setting& setting, const RunSpec& spec) {
  return text_of(setting, spec) == text_of(setting, usual_spec());
}

bool matters(const Setting& setting, const RunSpec& spec) {
  return setting.matters == nullptr || setting.matters(spec);
}

void make_usual(const Setting& setting, RunSpec& spec) {
  visit_setting(setting, usual_spec(), [&](const auto* usual) {
    *std::get<std::remove_cvref_t<decltype(*usual)>*>(setting.at(spec)) = *usual;
  });
}

void check_range(const Setting& setting, const RunSpec& spec) {
  if (!setting.range) return;
  const SettingRange& range = *setting.range;
  const std::optional<double> value = visit_setting(setting, spec, [](const auto* v) -> std::optional<double> {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(*v)>>)
      return static_cast<double>(*v);
    else if constexpr (std::is_same_v<decltype(v), const std::optional<double>*>)
      return *v;
    else
      return std::nullopt;
  });
  if (!value) return;
  // A comparison with NaN is false, so NaN is refused too.
  const bool enough = range.above_least ? *value > range.least : *value >= range.least;
  if (enough && (range.below_most ? *value < range.most : *value <= range.most)) return;
  const std::string title = say(setting.title), least = plain(range.least), most = plain(range.most);
  const char* sentence = std::isinf(range.most) ? to_say("the %1 must be at least %2")
                         : setting.is_share && range.above_least
                             ? to_say("the %1 is a fraction: it must be above %2 and at most %3, as in 0.97")
                         : range.above_least ? to_say("the %1 must be above %2 and at most %3")
                         : range.below_most  ? to_say("the %1 must be at least %2 and below %3")
                                             : to_say("the %1 must be between %2 and %3");
  throw UsageError(say(sentence, title, least, most), setting.path);
}

void write_settings(nlohmann::json& json, const RunSpec& spec) {
  for (const Setting& setting : settings()) {
    const auto [part, name] = part_and_name(setting);
    if (part == "model" || (setting.only_where_set && is_usual(setting, spec))) continue;
    nlohmann::json& place = part.empty() ? json[name] : json[part][name];
    visit_setting(setting, spec, [&](const auto* value) { place = json_of(*value); });
  }
}

void read_settings(const nlohmann::json& json, const std::vector<std::string>& others, RunSpec& spec) {
  JsonReader whole(json, to_say("the run's spec"));
  const auto data = whole.optional("data", nlohmann::json::object());
  const auto optimizer = whole.required<nlohmann::json>("optimizer");
  for (const std::string& name : others) whole.optional(name, nlohmann::json());
  JsonReader data_reader(data, to_say("the run's data")), optimizer_reader(optimizer, to_say("the optimizer"));
  for (const Setting& setting : settings()) {
    const auto [part, name] = part_and_name(setting);
    if (part == "model" || (part == "data" && data.empty())) continue;
    JsonReader& from = part.empty() ? whole : part == "data" ? data_reader : optimizer_reader;
    visit_setting(setting, spec, [&](auto* value) { read(from, name, setting.required, *value); });
  }
  whole.finish();
  data_reader.finish();
  optimizer_reader.finish();
}

}  // namespace mlplab
