// Model files: what is written is read back bit for bit, PyTorch's names and shapes are in the header, and every damage
// is refused with one sentence that names the file.
#include "core/model/model_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/data/preparation.h"
#include "core/model/network.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using nlohmann::json;

TrainingState some_state() {
  TrainingState state = initial_state(make_mlp({6, 5, 3}, Activation::tanh), {.kind = OptimizerKind::adam}, 4);
  state.slots[0] = initial_state(state.model, {}, 8).parameters;
  state.slots[1] = initial_state(state.model, {}, 9).parameters;
  state.steps_done = 77;
  state.epochs_done = 3;
  return state;
}

struct Parts {
  json header;
  std::string data;
};

Parts split(const std::string& bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  return {parse_json(bytes.substr(8, length)), bytes.substr(8 + length)};
}

std::string join(const Parts& parts) {
  const std::string text = dump_json(parts.header);
  const std::uint64_t length = text.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + text + parts.data;
}

class ModelFile : public testing::Test {
 protected:
  void SetUp() override { save_model(path_, some_state(), {{"dataset", "small"}}); }
  void expect_refused(const std::string& bytes, const std::string& because) {
    test::write_bytes(folder_ / "bad.safetensors", bytes);
    try {
      load_model(folder_ / "bad.safetensors");
      ADD_FAILURE() << "was read, although: " << because;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find("bad.safetensors"), std::string::npos) << message;
      EXPECT_NE(message.find(because), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
  }
  test::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "model.safetensors";
};

TEST_F(ModelFile, SaysHowItsImagesWerePreparedAndIsHeldAgainstItsNetwork) {
  EXPECT_EQ(load_model(path_).preparation, nullptr) << "files of other programs do not say it";
  TrainingState state = some_state();
  const Preparation preparation{.image = {2, 3, 1}, .class_names = {"a", "b", "c"}, .light_paper = true};
  state.preparation = std::make_shared<const Preparation>(preparation);
  save_model(path_, state);
  ASSERT_NE(load_model(path_).preparation, nullptr);
  EXPECT_EQ(*load_model(path_).preparation, preparation);
  const Parts parts = split(test::read_bytes(path_));
  for (const char* wrong :
       {R"({"image":{"width":3,"height":3,"channels":1},"classes":[]})",
        R"({"image":{"width":3,"height":2,"channels":1},"classes":["a","b","c","d"]})",
        R"({"image":{"width":3,"height":2,"channels":1},"classes":3})", R"({"image":)", R"({"classes":[]})"}) {
    Parts changed = parts;
    changed.header["__metadata__"]["preparation"] = wrong;
    expect_refused(join(changed), "preparation");
  }
}

TEST_F(ModelFile, IsReadBackBitForBit) {
  std::map<std::string, std::string> notes;
  const TrainingState read = load_model(path_, &notes);
  const TrainingState written = some_state();
  EXPECT_EQ(read.model, written.model);
  EXPECT_EQ(read.parameters, written.parameters);
  EXPECT_EQ(read.slots, written.slots);
  EXPECT_EQ(read.steps_done, 77);
  EXPECT_EQ(read.epochs_done, 3);
  EXPECT_EQ(notes["dataset"], "small");
}

TEST_F(ModelFile, HasTheNamesAndShapesThatPyTorchExpects) {
  const Parts parts = split(test::read_bytes(path_));
  EXPECT_EQ(parts.header["layers.0.weight"]["shape"], json::array({5, 6}));
  EXPECT_EQ(parts.header["layers.0.bias"]["shape"], json::array({5}));
  EXPECT_EQ(parts.header["layers.1.weight"]["dtype"], "F32");
  const auto begin = parts.header["layers.0.weight"]["data_offsets"][0].get<std::size_t>();
  float first = 0.0F;
  std::memcpy(&first, parts.data.data() + begin, sizeof first);
  EXPECT_EQ(first, some_state().parameters[0]);
}

/// A network with running statistics, and what PyTorch would save of it: no description, other order, counters beside.
struct Foreign {
  ModelSpec model{.input = {1, 4, 4},
                  .layers = {{Conv2d{.channels = 2, .window = {.kernel = {3, 3}}, .bias = false}, {}, "conv1"},
                             {BatchNorm{}, {}, "bn1"},
                             {Dense{.units = 3}, {}, "fc"}}};
  TrainingState state = initial_state(model, {}, 4);
  Parts parts;

  explicit Foreign(const std::filesystem::path& path) {
    state.statistics[1] = -0.25F;
    save_model(path, state);
    parts = split(test::read_bytes(path));
    parts.header.erase("__metadata__");
    const std::size_t end = parts.data.size();
    parts.header["bn1.num_batches_tracked"] = {
        {"dtype", "I64"}, {"shape", json::array()}, {"data_offsets", {end, end + 8}}};
    parts.data += std::string("\x05\0\0\0\0\0\0\0", 8);
  }
};

TEST_F(ModelFile, OneOfAnotherProgramIsReadWhereTheNetworkIsKnown) {
  const Foreign foreign(folder_ / "ours.safetensors");
  const auto path = folder_ / "foreign.safetensors";
  test::write_bytes(path, join(foreign.parts));
  const TrainingState read = load_model_of(path, foreign.model);
  EXPECT_EQ(read.model, foreign.model);
  EXPECT_EQ(read.parameters, foreign.state.parameters);
  EXPECT_EQ(read.statistics, foreign.state.statistics);
  EXPECT_EQ(read.epochs_done, 0);
  ModelSpec other_classes = foreign.model;
  fit_to(other_classes, {3, 4, 4}, 10);
  EXPECT_EQ(load_model_of(path, other_classes).model, foreign.model) << "its channels and classes are in its tensors";
  expect_refused(join(foreign.parts), "name the network with --network");

  Parts described = split(test::read_bytes(folder_ / "ours.safetensors"));
  described.header["bn1.num_batches_tracked"] = foreign.parts.header["bn1.num_batches_tracked"];
  described.data = foreign.parts.data;
  test::write_bytes(path, join(described));
  EXPECT_EQ(load_model(path).parameters, foreign.state.parameters) << "PyTorch may keep the description";
  EXPECT_EQ(load_model_of(path_, foreign.model).model, some_state().model) << "it says itself what it is";

  const auto refused = [&](const Parts& parts, const std::string& because) {
    test::write_bytes(path, join(parts));
    try {
      load_model_of(path, foreign.model);
      ADD_FAILURE() << "was read, although: " << because;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(because), std::string::npos) << error.what();
    }
  };
  Parts other = foreign.parts;
  other.header["fc.num_batches_tracked"] = other.header["bn1.num_batches_tracked"];
  refused(other, "it holds 9 tensors where its network has 8");
  other = foreign.parts;
  other.header["bn1.num_batches_tracked"]["dtype"] = "I32";
  refused(other, "bn1.num_batches_tracked is not of type I64");
  other = foreign.parts;
  other.header["fc.weight"]["shape"] = {3, 7};
  refused(other, "fc.weight has the wrong shape: [3,7] where its network has [3,8]");
  for (const json& impossible : {json(1LL << 40), json(-3), json(1 << 27), json("three")}) {
    other.header["fc.weight"]["shape"] = {impossible, 8};
    refused(other, "fc.weight");
  }
}

/// The window lists these files; a file that would block the reader is passed over.
TEST_F(ModelFile, HowManyEpochsIsToldByOrdinaryFilesAlone) {
  EXPECT_EQ(epochs_done_in(path_), 3);
  const std::filesystem::path pipe = folder_ / "pipe.safetensors";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(epochs_done_in(pipe));
  EXPECT_FALSE(epochs_done_in(folder_ / "nothing.safetensors"));
  EXPECT_FALSE(epochs_done_in(folder_.path()));
  test::write_bytes(folder_ / "short.safetensors", test::read_bytes(path_).substr(0, 100));
  EXPECT_FALSE(epochs_done_in(folder_ / "short.safetensors"));
}

TEST_F(ModelFile, AHeaderThatCouldNotBeReadIsNotWritten) {
  TrainingState state = some_state();
  EXPECT_THROW(save_model(folder_ / "long.safetensors", state, {{"note", std::string(1 << 20, 'x')}}), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "long.safetensors"));
}

TEST_F(ModelFile, EveryTruncationIsRefused) {
  const std::string bytes = test::read_bytes(path_);
  for (std::size_t size = 0; size < bytes.size(); size += size < 20 ? 1 : 97)
    expect_refused(bytes.substr(0, size), "not a usable model file");
  expect_refused(bytes + "x", "bytes of weights");
}

TEST_F(ModelFile, EveryDamageIsRefused) {
  const Parts good = split(test::read_bytes(path_));
  const auto changed = [&](const char* pointer, const json& value) {
    Parts bad = good;
    bad.header[json::json_pointer(pointer)] = value;
    return join(bad);
  };
  EXPECT_NO_THROW(expect_refused(std::string(64, '\xff'), "length of its header"));
  expect_refused(std::string("\x10\0\0\0\0\0\0\0", 8) + "not json at all!", "not JSON");
  expect_refused(changed("/layers.0.weight/shape", {6, 5}), "wrong shape");
  expect_refused(changed("/layers.0.weight/dtype", "F16"), "636 bytes of weights where its network has 576");
  expect_refused(changed("/layers.0.weight/dtype", "I32"), "F32, F16, BF16 and F64 are read");
  expect_refused(changed("/layers.0.weight/data_offsets", {0, 1'000'000}), "outside the file");
  expect_refused(changed("/layers.0.weight/data_offsets", {120, 0}), "outside the file");
  expect_refused(changed("/layers.0.weight/data_offsets", {-8, 112}), "layers.0.weight");
  expect_refused(changed("/layers.0.weight/data_offsets", "all"), "malformed");
  expect_refused(changed("/layers.1.bias/data_offsets", good.header["layers.0.bias"]["data_offsets"]), "layers.1.bias");
  expect_refused(changed("/__metadata__/slots", "9"), "optimiser states");
  expect_refused(changed("/__metadata__/slots", "x"), "\"slots\" is");
  expect_refused(changed("/__metadata__/model", "{}"), "no member");
  expect_refused(changed("/__metadata__/model", dump_json(json(make_mlp({60, 50}, Activation::relu)))), "tensors");
  expect_refused(changed("/__metadata__/format", "pt"), "format");
  expect_refused(changed("/extra", {{"dtype", "F32"}}), "tensors");
  Parts renamed = good;
  renamed.header["layers.9.weight"] = renamed.header["layers.0.weight"];
  renamed.header.erase("layers.0.weight");
  expect_refused(join(renamed), "layers.0.weight is missing");
  Parts infinite = good;
  const float infinity = std::numeric_limits<float>::infinity();
  std::memcpy(infinite.data.data() + 16, &infinity, sizeof infinity);
  expect_refused(join(infinite), "NaN or infinity");
  Parts overlapping = good;  // both in range and of the right size, but the same bytes
  overlapping.header["optimizer.0.layers.0.bias"]["data_offsets"] = good.header["layers.0.bias"]["data_offsets"];
  expect_refused(join(overlapping), "overlap");
}

TEST_F(ModelFile, AnUnwritableFolderIsNamed) {
  try {
    save_model(folder_ / "no/such/folder/m", some_state());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("no/such/folder"), std::string::npos);
  }
}

/// A file of the weights of `some_state()` as another program might save it: `bytes_of` turns a float into the type's
/// bytes.
std::string foreign_file(const char* type, const std::function<std::string(float)>& bytes_of,
                         const std::string& prefix = {}, bool transposed = false) {
  const TrainingState state = some_state();
  Parts parts{json::object(), {}};
  for (const Tensor& tensor : network_of(state.model).tensors) {
    const std::size_t begin = parts.data.size();
    for (std::size_t i = 0; i < tensor.count(); ++i) parts.data += bytes_of(state.parameters[tensor.offset + i]);
    std::vector<int> shape(tensor.shape.begin(), tensor.shape.end());
    if (transposed) std::ranges::reverse(shape);
    parts.header[prefix + tensor.name] = {
        {"dtype", type}, {"shape", shape}, {"data_offsets", {begin, parts.data.size()}}};
  }
  return join(parts);
}

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string float_bytes(float value) { return bytes_of(value); }

// Every finite half is read as the number it is: subnormals, the largest, both zeros.
TEST_F(ModelFile, ReadsWeightsOfOtherPrecisions) {
  const TrainingState state = some_state();
  const auto read = [&](const std::string& bytes) {
    test::write_bytes(folder_ / "foreign.safetensors", bytes);
    return load_model_of(folder_ / "foreign.safetensors", state.model).parameters;
  };
  EXPECT_EQ(read(foreign_file("F32", float_bytes)), state.parameters);
  EXPECT_EQ(read(foreign_file("F64", [](float w) { return bytes_of(double{w}); })), state.parameters);
  const auto upper_half = [](float w) { return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(w) >> 16); };
  std::vector<float> cut = state.parameters;
  for (float& w : cut) w = std::bit_cast<float>(static_cast<std::uint32_t>(upper_half(w)) << 16);
  EXPECT_EQ(read(foreign_file("BF16", [&](float w) { return bytes_of(upper_half(w)); })), cut);
  const std::pair<std::uint16_t, float> halves[] = {
      {0x0000, 0.0F},     {0x8000, -0.0F},         {0x3c00, 1.0F},          {0xc100, -2.5F},
      {0x7bff, 65504.0F}, {0x0001, 5.9604645e-8F}, {0x83ff, -6.097555e-5F}, {0x0400, 6.1035156e-5F}};
  for (const auto& [bits, value] : halves) {
    const std::vector<float> weights = read(foreign_file("F16", [half = bits](float) { return bytes_of(half); }));
    EXPECT_EQ(weights.front(), value) << bits;
    EXPECT_EQ(std::signbit(weights.front()), std::signbit(value)) << bits;
  }
}

TEST_F(ModelFile, NamesWhatIsOtherwiseInWeightsOfOtherPrograms) {
  const auto refusal = [&](const std::string& bytes) -> std::string {
    test::write_bytes(folder_ / "foreign.safetensors", bytes);
    try {
      load_model_of(folder_ / "foreign.safetensors", some_state().model);
    } catch (const InputError& error) {
      return error.what();
    }
    return "read";
  };
  EXPECT_EQ(refusal(foreign_file("F32", float_bytes, "module.")), "read");
  EXPECT_EQ(refusal(foreign_file("F32", float_bytes, "_orig_mod.module.")), "read");
  EXPECT_EQ(refusal(foreign_file("F32", float_bytes, "module._orig_mod.")), "read");
  EXPECT_NE(refusal(foreign_file("I32", float_bytes)).find("is of type \"I32\"; F32, F16, BF16 and F64 are read"),
            std::string::npos);
  EXPECT_NE(
      refusal(foreign_file("F32", float_bytes, {}, true)).find("is transposed, 6 × 5 where its network has 5 × 6"),
      std::string::npos)
      << refusal(foreign_file("F32", float_bytes, {}, true));
  EXPECT_NE(refusal(foreign_file("F32", float_bytes, "fc.")).find("layers.0.weight is missing; it holds fc.layers.0"),
            std::string::npos);
  EXPECT_NE(refusal(foreign_file("F64", [](float) { return bytes_of(1e300); })).find("NaN or infinity"),
            std::string::npos);
  const std::uint16_t infinite = 0x7c00;
  EXPECT_NE(refusal(foreign_file("F16", [](float) { return bytes_of(infinite); })).find("NaN or infinity"),
            std::string::npos);
}

}  // namespace
}  // namespace mlplab
