#include "core/compute/backend.h"

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/compute/plain_engine.h"
#include "core/compute/profiling_backend.h"

namespace mlplab {
namespace {

[[noreturn]] void lacks(const char* operation) {
  throw BackendError(say("this backend does not compute %1 yet; choose another one", say(operation)));
}

}  // namespace

void Backend::arrange(int /*batch*/, const Shape& /*shape*/, const float* /*plain*/, float* /*own*/) {
  lacks(to_say("pictures in a layout of its own"));
}
void Backend::restore(int /*batch*/, const Shape& /*shape*/, const float* /*own*/, float* /*plain*/) {
  lacks(to_say("pictures in a layout of its own"));
}
void Backend::convolution(const Sliding& /*s*/, const float* /*x*/, const float* /*w*/, const float* /*bias*/,
                          Activation /*activation*/, float* /*y*/) {
  lacks(to_say("convolutions"));
}
void Backend::convolution_input_gradient(const Sliding& /*s*/, const float* /*dy*/, const float* /*w*/, float* /*dx*/) {
  lacks(to_say("convolutions"));
}
void Backend::convolution_weight_gradient(const Sliding& /*s*/, float /*alpha*/, const float* /*x*/,
                                          const float* /*dy*/, float* /*dw*/) {
  lacks(to_say("convolutions"));
}
void Backend::max_pool(const Sliding& /*s*/, const float* /*x*/, float* /*y*/) { lacks(to_say("poolings")); }
void Backend::max_pool_gradient(const Sliding& /*s*/, const float* /*x*/, Activation /*of_x*/, const float* /*dy*/,
                                float* /*dx*/) {
  lacks(to_say("poolings"));
}
void Backend::average_pool(const Sliding& /*s*/, const float* /*x*/, float* /*y*/) { lacks(to_say("poolings")); }
void Backend::average_pool_gradient(const Sliding& /*s*/, const float* /*dy*/, float* /*dx*/) {
  lacks(to_say("poolings"));
}
void Backend::channel_sums(const Normalization& /*n*/, const float* /*x*/, float* /*sums*/, float* /*squares*/) {
  lacks(to_say("sums of channels"));
}
void Backend::normalize(const Normalization& /*n*/, const float* /*x*/, const float* /*weight*/, const float* /*bias*/,
                        Activation /*activation*/, float* /*y*/) {
  lacks(to_say("batch normalisations"));
}
void Backend::normalize_weight_gradient(const Normalization& /*n*/, const float* /*x*/, const float* /*dy*/,
                                        float* /*dweight*/, float* /*dbias*/) {
  lacks(to_say("batch normalisations"));
}
void Backend::normalize_input_gradient(const Normalization& /*n*/, const float* /*x*/, const float* /*weight*/,
                                       const float* /*mean_dy*/, const float* /*mean_dyx*/, const float* /*dy*/,
                                       float* /*dx*/) {
  lacks(to_say("batch normalisations"));
}
void Backend::dropout(const DropoutMask& /*mask*/, std::size_t /*count*/, const float* /*x*/, float* /*y*/) {
  lacks(to_say("dropout"));
}
void Backend::add(Activation /*activation*/, std::size_t /*count*/, const float* /*a*/, const float* /*b*/,
                  float* /*y*/) {
  lacks(to_say("sums of layers"));
}
void Backend::blend(std::size_t /*count*/, float /*alpha*/, const float* /*x*/, float /*beta*/, float* /*y*/) {
  lacks(to_say("sums of layers"));
}

std::unique_ptr<StepEngine> Backend::make_engine(const StepPlan& /*plan*/) { return nullptr; }

std::unique_ptr<StepEngine> make_step_engine(Backend& backend, const StepPlan& plan) {
  if (plan.communicator == nullptr || backend.engine_sums_ranks())
    if (auto own = backend.make_engine(plan)) return own;
  return plan.profiler != nullptr ? make_profiled_plain_engine(backend, plan) : make_plain_engine(backend, plan);
}

}  // namespace mlplab
