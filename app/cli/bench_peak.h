// The measured peak of one core's multiply-add units, which `bench` compares with.
#pragma once

namespace mlplab {

/// Floating-point operations a second on one thread; 0 where this build has no vector loops.
double measured_peak();

}  // namespace mlplab
