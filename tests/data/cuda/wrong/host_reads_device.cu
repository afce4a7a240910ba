// The host reads the result where it lies.
#include <cstdio>

__global__ void one(float* value) { *value = 1; }

int main() {
  float* value;
  cudaMalloc(&value, sizeof(float));
  one<<<1, 1>>>(value);
  std::printf("%d\n", static_cast<int>(*value));  // expect: device-memory-on-host
}
