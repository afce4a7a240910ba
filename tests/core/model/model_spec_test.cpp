#include "core/model/model_spec.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"

namespace mlplab {
namespace {

TEST(ModelSpec, CountsAndNames) {
  const ModelSpec spec = make_mlp({784, 256, 10}, Activation::relu);
  EXPECT_EQ(spec.name(), "784-256-10");
  EXPECT_EQ(spec.parameter_count(), 203'530U);
  EXPECT_EQ(spec.widths(), (std::vector<int>{784, 256, 10}));
  EXPECT_EQ(dense_layer(spec, 0).activation, Activation::relu);
  EXPECT_EQ(dense_layer(spec, 1).activation, Activation::identity);
}

TEST(ModelSpec, ParsesWidths) {
  EXPECT_EQ(parse_widths("784-10"), (std::vector<int>{784, 10}));
  for (const char* wrong : {"", "784", "784-", "-10", "784--10", "784-x", "99999999999-10", "784-0", "784-9999999"})
    EXPECT_THROW(make_mlp(parse_widths(wrong), Activation::relu), UsageError) << wrong;
}

TEST(ModelSpec, RefusesWhatCannotBe) {
  EXPECT_THROW(make_mlp({1 << 20, 1 << 20}, Activation::relu), UsageError);
  ModelSpec spec = make_mlp({4, 3}, Activation::relu);
  dense_layer(spec, spec.layers.size() - 1).activation = Activation::sigmoid;
  EXPECT_THROW(validate(spec), UsageError) << "softmax after a sigmoid";
  spec.loss = Loss::mean_squared_error;
  EXPECT_NO_THROW(validate(spec));
  spec.layers.clear();
  EXPECT_THROW(validate(spec), UsageError);
  spec = make_mlp({4, 3}, Activation::relu);
  spec.input = {1074184359, 131067, 131023};
  ASSERT_EQ(spec.input.size(), 155603U) << "64 bits are not enough for it";
  EXPECT_THROW(validate(spec), UsageError);
}

TEST(ModelSpec, GoesThroughJson) {
  ModelSpec spec = make_mlp({5, 4, 3, 2}, Activation::tanh, Loss::mean_squared_error, Initializer::xavier);
  dense_layer(spec, spec.layers.size() - 1).activation = Activation::sigmoid;
  EXPECT_EQ(parse_json(dump_json(nlohmann::json(spec))).get<ModelSpec>(), spec);
}

TEST(ModelSpec, KeepsImagesAndConnectionsInJson) {
  ModelSpec spec = make_mlp({12, 4, 3}, Activation::relu);
  spec.input = {3, 2, 2};
  spec.layers[0].inputs = {-1};
  spec.layers[1].inputs = {0};
  validate(spec);
  const nlohmann::json json = spec;
  EXPECT_EQ(json["input_shape"], (nlohmann::json{3, 2, 2}));
  EXPECT_EQ(parse_json(dump_json(json)).get<ModelSpec>(), spec);
}

TEST(ModelSpec, TellsNetworksApart) {
  const ModelSpec relu = make_mlp({6, 5, 4}, Activation::relu), tanh = make_mlp({6, 5, 4}, Activation::tanh);
  EXPECT_EQ(difference_of(relu, relu), "");
  EXPECT_NE(difference_of(tanh, relu).find("tanh"), std::string::npos) << "the same widths, another function";
  EXPECT_NE(difference_of(make_mlp({6, 4, 4}, Activation::relu), relu).find("6-4-4 and not 6-5-4"), std::string::npos);
  ModelSpec explicitly = relu, other_loss = relu;
  explicitly.layers[1].inputs = {0};
  EXPECT_EQ(difference_of(explicitly, relu), "") << "what is said and what goes without saying";
  other_loss.loss = Loss::mean_squared_error;
  EXPECT_EQ(difference_of(other_loss, relu), "");
}

TEST(ModelSpec, RefusesWrongJson) {
  const nlohmann::json good = make_mlp({5, 4}, Activation::tanh);
  const auto refused = [&](const char* pointer, const nlohmann::json& value) {
    nlohmann::json bad = good;
    bad[nlohmann::json::json_pointer(pointer)] = value;
    EXPECT_THROW(bad.get<ModelSpec>(), UsageError) << pointer << " = " << value;
  };
  refused("/inputs", "five");
  refused("/inputs", 5.5);
  refused("/inputs", -1);
  refused("/inputs", 1e12);
  refused("/layers", 7);
  refused("/layers/0/units", nullptr);
  refused("/layers/0/type", "convolution");
  refused("/layers/0/activation", "swish");
  refused("/layers/0/inputs", {0});
  refused("/layers/0/inputs", {-2});
  refused("/layers/0/inputs", {-1, -1});
  refused("/layers/0/inputs", "before");
  refused("/input_shape", {1, 28});
  refused("/loss", "hinge");
  refused("/unknown", 1);
  EXPECT_THROW(nlohmann::json::array().get<ModelSpec>(), UsageError);
}

TEST(Names, AnUnknownOneListsTheValidOnes) {
  try {
    parse_activation("gelu");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "there is no activation 'gelu'; valid are identity, relu, sigmoid, tanh");
  }
}

}  // namespace
}  // namespace mlplab
