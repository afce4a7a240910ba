// A window in which every page shows something: a few small runs, and a short measurement of each kind.
#pragma once

#include "tests/ui/lessons/hands.h"

namespace mlplab {

inline void fill_window(MainWindow& window) {
  window.resize(1280, 800);
  window.show();
  QVERIFY(QTest::qWaitForWindowExposed(&window));
  RunSpec spec = SetupPanel::default_spec();
  spec.data.train_limit = 500;
  spec.data.test_limit = 100;
  spec.epochs = 3;
  spec.backend = "simd";
  window.setup().set_spec(spec);
  Hands hands(window);
  hands.run();
  spec.optimizer.learning_rate = 0.05;
  window.setup().set_spec(spec);
  hands.run();
  window.findChild<ScalePage*>()->setup().set_spec(
      {.base = spec, .axis = SweepAxis::batch, .values = {"64", "128"}, .repeats = 2, .warmup_epochs = 0});
  hands.act({LessonAct::speedup_measured, 1, 0.0, {}, {}}, 0);
  ProfileStudySpec profile;
  profile.base = spec;
  profile.batches = {16, 64};
  profile.steps = 5;
  window.findChild<ProfilePage*>()->setup().set_spec(profile);
  for (int published_first = 0; published_first < 2; ++published_first)
    hands.act({LessonAct::profile_opened, 1, 0.0, {}, {}}, 0);
  hands.go_to("compare");
  auto* compare = window.findChild<ComparePage*>();
  QVERIFY(QTest::qWaitFor([&] { return !compare->table_model().chosen().empty(); }, long_ms));
  for (const std::string& name : compare->table_model().chosen())
    compare->table_model().set_chosen(name, name == "simd" || name == "openmp");
  compare->setup().set_epochs(2);
  hands.act({LessonAct::comparison_done, 1, 0.0, {}, {}}, 0);
  for (const char* id : {"draw", "layers", "inspect", "runs"}) {
    hands.go_to(id);
    (*std::ranges::find(window.pages(), QLatin1String(id), &Page::id))->show_example(ExampleSize::quick);
  }
}

}  // namespace mlplab
