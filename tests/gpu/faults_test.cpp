// The user gets the right error when there is no driver, no device or no memory, or the device is lost; nothing
// crashes.
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/compute/backend_table.h"
#include "core/compute/layer_operations.h"
#include "core/launch/train.h"
#include "gpu/device.h"
#include "gpu/error.h"
#include "host_cuda.h"
#include "tests/support/in_spanish.h"

namespace mlplab {
namespace {

class Faults : public ::testing::Test {
 protected:
  void SetUp() override { host_cuda::start_again(); }
  void TearDown() override { host_cuda::start_again(); }
  host_cuda::Settings& settings_ = host_cuda::settings();
};

TEST_F(Faults, WhyThereIsNoDevice) {
  settings_.device_count_result = cudaErrorInsufficientDriver, settings_.driver_version = 0;
  EXPECT_EQ(gpu::look_for_device().why_not(), "no CUDA device: driver not found");
  settings_.driver_version = 11080;
  EXPECT_EQ(
      gpu::look_for_device().why_not(),
      "no CUDA device: the driver is too old, it knows CUDA 11.8 and this program needs 13.0; install a newer one");
  settings_ = {};
  settings_.device_count_result = cudaErrorNoDevice;
  EXPECT_EQ(gpu::look_for_device().why_not(), "no CUDA device: the driver is there but finds none");
  settings_ = {};
  settings_.devices = 0;
  EXPECT_EQ(gpu::look_for_device().why_not(), "no CUDA device: the driver is there but finds none");
  settings_ = {};
  EXPECT_EQ(gpu::look_for_device().why_not(), "");
  EXPECT_NE(gpu::in_words(gpu::look_for_device().device).find("host launcher, 4 SMs, 4 GiB, compute capability 9.0"),
            std::string::npos);
}

TEST_F(Faults, AreToldInBothLanguages) {
  settings_.device_count_result = cudaErrorNoDevice;
  const gpu::Probe probe = gpu::look_for_device();
  EXPECT_EQ(probe.why_not(), "no CUDA device: the driver is there but finds none");
  const auto copy =
      test::refusals_of([] { gpu::check(cudaErrorMemoryAllocation, to_say("copy the labels to the GPU")); });
  const std::string cause = gpu::describe(cudaErrorMemoryAllocation);
  EXPECT_EQ(copy.english,
            "CUDA failed in 'copy the labels to the GPU' (" + cause +
                "); the GPU's memory is full: close what else uses it, or take a smaller network or batch");
  EXPECT_EQ(copy.spanish,
            "CUDA falló en «copiar las etiquetas a la GPU» (" + cause +
                "); la memoria de la GPU está llena: cierre lo demás que la usa, o tome una red o un lote "
                "más pequeños");
  const test::InSpanish spanish;
  EXPECT_EQ(probe.why_not(), "no hay dispositivo CUDA: el controlador está, pero no encuentra ninguno")
      << "what was found out in one language is told in another";
}

TEST_F(Faults, CodeRunsWhereCudaSays) {
  struct {
    const char* architectures;
    int major, minor;
    bool runs;
  } const cases[] = {{"75,80,90", 9, 0, true},
                     {"75,80,90", 8, 6, true},
                     {"75-real,80-real", 8, 9, true},
                     {"75-real,80-real", 9, 0, false},
                     {"75-real,80-virtual", 9, 0, true},
                     {"80", 7, 5, false},
                     {"86-real", 8, 0, false},
                     {"90a", 9, 0, true},
                     {"90a", 10, 0, false},
                     {"100-real", 10, 3, true},
                     {"native", 3, 5, true},
                     {"80-virtual", 8, 0, true},
                     {"80-virtual", 7, 5, false},
                     {"", 9, 0, false}};
  for (const auto& c : cases)
    EXPECT_EQ(gpu::holds_code_for(c.architectures, c.major, c.minor), c.runs)
        << c.architectures << " on " << c.major << "." << c.minor;
}

class Listener : public EventSink {
 public:
  void on_event(const Event& /*event*/) override {}
};

Dataset small_dataset() {
  Dataset dataset;
  dataset.name = "small";
  dataset.image = {4, 4, 1};
  dataset.class_names = {"0", "1", "2"};
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 16; ++j) dataset.train.features.push_back(static_cast<std::uint8_t>(i * 31 + j * 7));
    dataset.train.labels.push_back(i % 3);
  }
  dataset.test = dataset.train;
  return dataset;
}

/// One layer of each kind that an MLP has not.
ModelSpec small_network() {
  const Conv2d conv{2, {{3, 3}, {1, 1}, {1, 1}}};
  ModelSpec model{.input = {1, 4, 4}};
  model.layers = {{conv}, {BatchNorm{}},   {MaxPool{{{2, 2}, {2, 2}}}}, {Dropout{0.5}},
                  {conv}, {Add{}, {4, 3}}, {GlobalAveragePool{}},       {Dense{3}}};
  return model;
}

RunEnded run(const std::string& backend, const ModelSpec& model = make_mlp({16, 8, 3}, Activation::relu)) {
  RunSpec spec;
  spec.backend = backend;
  spec.model = model;
  spec.batch = 8, spec.epochs = 3;
  Listener listener;
  RunControl control;
  return train(spec, small_dataset(), listener, control);
}

constexpr const char* backends[] = {"cuda-naive", "cuda-tiled", "cuda"};

TEST_F(Faults, AWholeRunIsDone) {
  for (const char* backend : backends)
    for (const ModelSpec& model : {make_mlp({16, 8, 3}, Activation::relu), small_network()}) {
      const RunEnded ended = run(backend, model);
      EXPECT_EQ(ended.status, RunStatus::done) << ended.reason;
      EXPECT_EQ(ended.epochs_done, 3);
    }
}

TEST_F(Faults, ADeviceWithoutCodeIsNamedWhenItIsStarted) {
  settings_.code_result = cudaErrorNoKernelImageForDevice;
  const RunEnded ended = run("cuda");
  EXPECT_EQ(ended.status, RunStatus::failed);
  EXPECT_NE(
      ended.reason.find("this program holds no code for host launcher (compute capability 9.0); configure it with "
                        "-DCMAKE_CUDA_ARCHITECTURES=90"),
      std::string::npos)
      << ended.reason;
}

TEST_F(Faults, LookingForADeviceStartsNone) {
  host_cuda::counts().contexts = 0;
  EXPECT_EQ(gpu::look_for_device().why_not(), "");
  EXPECT_EQ(host_cuda::counts().contexts, 0);
  EXPECT_EQ(run("cuda").status, RunStatus::done);
  EXPECT_GT(host_cuda::counts().contexts, 0);
}

class Devices : public Faults {
 protected:
  void SetUp() override {
    Faults::SetUp();
    settings_.devices = 3;
  }
  static std::string error_of(const std::string& device) {
    try {
      make_backend(find_backend("cuda"), {.values = {{"device", device}}});
    } catch (const UsageError& error) {
      return error.field() + ": " + error.what();
    }
    return "";
  }
};

TEST_F(Devices, TheOneThatIsChosenIsTheOneThatWorks) {
  for (const char* backend : backends) {
    host_cuda::counts().streams_on.clear();
    RunSpec spec;
    spec.backend = backend;
    spec.model = make_mlp({16, 8, 3}, Activation::relu);
    spec.batch = 8, spec.epochs = 1;
    spec.options.values = {{"device", "2"}, {"placement", "pinned+overlap"}};
    Listener listener;
    RunControl control;
    const RunEnded ended = train(spec, small_dataset(), listener, control);
    EXPECT_EQ(ended.status, RunStatus::done) << ended.reason;
    EXPECT_EQ(host_cuda::counts().streams_on, (std::map<int, int>{{2, 2}})) << backend;
    const auto made = make_backend(find_backend(backend), spec.options);
    EXPECT_EQ(made->device().find("host launcher (GPU 2), 8 SMs"), 0U) << made->device();
    EXPECT_EQ(made->workers(), 8);
  }
  EXPECT_EQ(run("cuda").status, RunStatus::done) << "device 0 again";
}

TEST_F(Devices, ProcessesOfOneMachineTakeThemInTurn) {
  const auto words_of = [](const BackendOptions& options) {
    return make_backend(find_backend("cuda"), options)->device();
  };
  EXPECT_EQ(words_of({}).find("host launcher, 4 SMs"), 0U);
  EXPECT_EQ(words_of({.local_rank = 1}).find("host launcher (GPU 1)"), 0U);
  EXPECT_EQ(words_of({.local_rank = 5}).find("host launcher (GPU 2)"), 0U);
  EXPECT_EQ(words_of({.values = {{"device", "0"}}, .local_rank = 1}).find("host launcher, 4 SMs"), 0U);
  EXPECT_EQ(words_of({.values = {{"device", ""}}, .local_rank = 1}).find("host launcher (GPU 1)"), 0U);
}

TEST_F(Devices, OneThatIsNotThereIsNamed) {
  EXPECT_EQ(error_of("3"), "options.device: there is no GPU 3: this machine has 3, their numbers are 0 to 2");
  EXPECT_EQ(error_of("-1"), "options.device: there is no GPU -1: this machine has 3, their numbers are 0 to 2");
  for (const char* text : {"x", "1x", "0x1", "1_0", "99999999999"})
    EXPECT_EQ(error_of(text),
              std::string("options.device: the option device is the number of a GPU, from 0, not '") + text + "'");
  settings_.devices = 1;
  EXPECT_EQ(error_of("1"), "options.device: there is no GPU 1: this machine has one, its number is 0");
  EXPECT_EQ(error_of("0"), "");
}

TEST_F(Faults, OutOfMemoryEndsTheRunAsFailed) {
  for (const char* backend : backends) {
    settings_.memory = 2048;
    const RunEnded ended = run(backend);
    EXPECT_EQ(ended.status, RunStatus::failed);
    EXPECT_EQ(ended.failure, Failure::backend);
    EXPECT_NE(ended.reason.find("not enough GPU memory"), std::string::npos) << ended.reason;
    settings_.memory = 1 << 30;
    EXPECT_EQ(run(backend).status, RunStatus::done) << "the next run is none the worse";
  }
}

TEST_F(Faults, ANetworkThatDoesNotFitIsRefusedWithWhatItNeeds) {
  ModelSpec model{.input = {1, 4, 4}};
  model.layers = {{Conv2d{60'000, {{3, 3}, {1, 1}, {1, 1}}}}, {GlobalAveragePool{}}, {Dense{3}}};
  settings_.memory = 50 << 20;  // 960,000 outputs of each of 8 images take 29 MiB, their gradients as much
  for (const char* backend : {"cuda-naive", "cuda"}) {
    const RunEnded ended = run(backend, model);
    EXPECT_EQ(ended.status, RunStatus::failed);
    EXPECT_EQ(ended.failure, Failure::backend);
    EXPECT_NE(ended.reason.find("of GPU memory (weights "), std::string::npos) << ended.reason;
    EXPECT_NE(ended.reason.find("use a smaller batch"), std::string::npos) << ended.reason;
    EXPECT_EQ(ended.reason.find("placement=pinned") != std::string::npos, std::string(backend) == "cuda");
  }
}

/// Nothing is started for them: an index past 2³¹ would be one before the array.
TEST_F(Faults, ImagesThatKernelsCannotCountAreRefused) {
  for (const char* name : backends) {
    const std::unique_ptr<Backend> backend = make_backend(find_backend(name), {});
    Sliding s{.batch = 50'000, .in = {1, 250, 200}, .out = {1, 250, 200}};
    const auto why = [&]() -> std::string {
      try {
        layer_operations_of(*backend).max_pool(s, nullptr, nullptr);
      } catch (const BackendError& error) {
        return error.what();
      }
      return {};
    };
    EXPECT_NE(why().find("a batch of 50000 images"), std::string::npos) << why();
    s.batch = 1, s.in.channels = 50'000;
    EXPECT_NE(why().find("images of 50000 times 50000 numbers is too large"), std::string::npos) << why();
    Normalization n{.batch = 50'000, .channels = 1, .plane = 50'000};
    float sum = 0.0F;
    EXPECT_THROW(layer_operations_of(*backend).channel_sums(n, nullptr, &sum, nullptr), BackendError);
  }
}

TEST_F(Faults, ALostDeviceEndsTheRunAsFailedWhereverItHappens) {
  for (const char* backend : backends)
    for (int launches = 0; launches < 60; launches += 7) {
      host_cuda::start_again();
      settings_.launches_until_lost = launches;
      const RunEnded ended = run(backend);
      EXPECT_EQ(ended.status, RunStatus::failed) << backend << " " << launches;
      EXPECT_EQ(ended.failure, Failure::backend);
      EXPECT_NE(ended.reason.find("the GPU is lost to this program"), std::string::npos) << ended.reason;
    }
}

std::string text_of(cudaError_t result) {
  try {
    gpu::check(result, "a test");
  } catch (const BackendError& error) {
    return error.what();
  }
  return "";
}

TEST_F(Faults, OnlyWhatEndsTheContextIsCalledLost) {
  for (const cudaError_t lost :
       {cudaErrorUnknown, cudaErrorInvalidPc, cudaErrorInvalidAddressSpace, static_cast<cudaError_t>(226),
        cudaErrorIllegalAddress, cudaErrorECCUncorrectable, cudaErrorLaunchFailure})
    EXPECT_NE(text_of(lost).find("lost to this program"), std::string::npos) << lost;
  const std::string busy = text_of(cudaErrorDevicesUnavailable);
  EXPECT_EQ(busy.find("lost"), std::string::npos) << busy;
  EXPECT_NE(busy.find("another program has the GPU for itself"), std::string::npos) << busy;
  EXPECT_EQ(text_of(cudaErrorInvalidValue).find("lost"), std::string::npos);
}

}  // namespace
}  // namespace mlplab
