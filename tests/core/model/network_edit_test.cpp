// Networks changed layer by layer, and the faults of invalid ones.
#include "core/model/network_edit.h"

#include <gtest/gtest.h>

#include "core/data/load.h"
#include "core/model/network.h"
#include "core/model/network_file.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// conv1 - conv2 - add(conv2, conv1) - fc, the simplest network with a way around a layer.
ModelSpec with_a_shortcut() {
  const Window window{{3, 3}, {1, 1}, {1, 1}};
  ModelSpec model{.input = {1, 8, 8}};
  model.layers = {
      {Conv2d{4, window}, {}, "conv1"}, {Conv2d{4, window}, {}, "conv2"}, {Add{}, {1, 0}, "add"}, {Dense{3}, {}, "fc"}};
  return model;
}

TEST(NetworkEdit, WhatIsInsertedAndTakenOutAgainLeavesTheNetworkAsItWas) {
  for (const ModelSpec& model : {with_a_shortcut(), find_network("resnet18", find_resources()).model})
    for (int after = -1; after < static_cast<int>(model.layers.size()) - 1; ++after) {
      ModelSpec changed = model;
      insert_layer(changed, after, BatchNorm{});
      EXPECT_NO_THROW(validate(changed)) << after;
      EXPECT_EQ(changed.layers[std::size_t(after + 1)].name.substr(0, 2), "bn");
      remove_layer(changed, std::size_t(after + 1));
      EXPECT_EQ(difference_of(changed, model), "") << after;
    }
}

TEST(NetworkEdit, BranchesKeepWhatTheyTake) {
  ModelSpec model = with_a_shortcut();
  insert_layer(model, 0, Dropout{});  // behind conv1: both branches go through it
  EXPECT_EQ(network_of(model).inputs, (std::vector<std::vector<int>>{{-1}, {0}, {1}, {2, 1}, {3}}));
  insert_layer(model, 2, Dropout{});  // behind conv2: only one does
  EXPECT_EQ(network_of(model).inputs, (std::vector<std::vector<int>>{{-1}, {0}, {1}, {2}, {3, 1}, {4}}));
  remove_layer(model, 1);
  EXPECT_EQ(network_of(model).inputs, (std::vector<std::vector<int>>{{-1}, {0}, {1}, {2, 0}, {3}}));
  insert_layer(model, 2, Add{});  // a way around the layer before
  EXPECT_EQ(network_of(model).inputs[3], (std::vector<int>{2, 1}));
  EXPECT_NO_THROW(validate(model));

  ModelSpec line = with_a_shortcut();
  EXPECT_FALSE(swap_with_next(line, 1)) << "the next is a sum";
  EXPECT_TRUE(swap_with_next(line, 0));
  EXPECT_EQ(line.layers[0].name, "conv2");
  EXPECT_EQ(network_of(line).inputs, network_of(with_a_shortcut()).inputs);
  EXPECT_FALSE(swap_with_next(line, 3)) << "there is none behind the last";
}

TEST(NetworkEdit, EveryKindCanBeAddedAndHasAFreeName) {
  EXPECT_EQ(new_layers().size(), std::variant_size_v<Layer>);
  for (std::size_t kind = 0; kind < new_layers().size(); ++kind) {
    EXPECT_EQ(new_layers()[kind].index(), kind);
    ModelSpec model = with_a_shortcut();
    insert_layer(model, 2, new_layers()[kind]);
    insert_layer(model, 2, new_layers()[kind]);
    EXPECT_NO_THROW(validate(model)) << kind_of(new_layers()[kind]);
    EXPECT_NE(model.layers[3].name, model.layers[4].name);
  }
}

/// The layers before the fault have their shapes; the fault is network_of()'s, at its layer.
TEST(Outline, GoesAsFarAsTheNetworkFits) {
  ModelSpec model = with_a_shortcut();
  Outline outline = outline_of(model);
  EXPECT_FALSE(outline.fault);
  EXPECT_EQ(outline.network.shapes.size(), 4U);
  EXPECT_EQ(outline.parameter_count(1), 4U * 4 * 9 + 4);
  std::get<Conv2d>(model.layers[1].layer).channels = 5;
  outline = outline_of(model);
  ASSERT_TRUE(outline.fault);
  EXPECT_EQ(outline.faulty, 2U);
  EXPECT_EQ(outline.network.shapes, (std::vector<Shape>{{4, 8, 8}, {5, 8, 8}}));
  EXPECT_EQ(outline.network.tensors.size(), 4U);
  try {
    network_of(model);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), outline.fault->what());
    EXPECT_TRUE(std::string(error.what()).ends_with("): " + outline.fault_alone)) << "less its place: " << error.what();
  }
  EXPECT_TRUE(outline.fault_alone.starts_with("it adds outputs of different shapes")) << outline.fault_alone;
  model = with_a_shortcut();
  model.layers[2] = {Dropout{}, {0}, "drop"};
  outline = outline_of(model);
  ASSERT_TRUE(outline.fault);
  EXPECT_EQ(outline.faulty, 1U) << "nobody takes it";
  EXPECT_EQ(outline.network.shapes.size(), 4U) << "what is behind it is known";
}

TEST(NetworkFiles, AreWrittenAsTheyAreRead) {
  const test::TemporaryFolder folder;
  for (const char* name : {"lenet5", "resnet18"}) {
    NetworkFile file = find_network(name, find_resources());
    write_network_file(folder / "mine.json", file);
    const NetworkFile again = read_network_file(folder / "mine.json");
    EXPECT_EQ(again.description, file.description);
    EXPECT_TRUE(again.model == file.model) << name;
  }
  EXPECT_THROW(write_network_file(folder / "no" / "such" / "folder.json", {"", with_a_shortcut()}), InputError);
}

}  // namespace
}  // namespace mlplab
