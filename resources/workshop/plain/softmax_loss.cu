// outputs and gradient are [batch, classes], labels and loss are [batch]; one thread per row.
__global__ void softmax_kernel(int batch, int classes, const float* outputs, const int* labels, float* gradient,
                               float* loss) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;  // the row
  if (i >= batch) return;                               // the grid is larger than the batch
  const float* row = outputs + i * classes;
  float largest = row[0];
  for (int j = 1; j < classes; ++j) largest = row[j] > largest ? row[j] : largest;
  float sum = 0.0f;
  for (int j = 0; j < classes; ++j) sum += expf(row[j] - largest);
  for (int j = 0; j < classes; ++j) {
    const float p = expf(row[j] - largest) / sum;
    gradient[i * classes + j] = (p - (j == labels[i] ? 1.0f : 0.0f)) / batch;
  }
  loss[i] = logf(sum) - (row[labels[i]] - largest);
}

extern "C" void softmax_loss(int batch, int classes, const float* outputs, const int* labels, float* gradient,
                             float* loss) {
  const size_t bytes = sizeof(float) * batch * classes;
  float *device_outputs, *device_gradient, *device_loss;
  int* device_labels;
  cudaMalloc(&device_outputs, bytes);
  cudaMalloc(&device_labels, sizeof(int) * batch);
  cudaMalloc(&device_gradient, bytes);
  cudaMalloc(&device_loss, sizeof(float) * batch);
  cudaMemcpy(device_outputs, outputs, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(device_labels, labels, sizeof(int) * batch, cudaMemcpyHostToDevice);
  softmax_kernel<<<(batch + 63) / 64, 64>>>(batch, classes, device_outputs, device_labels, device_gradient,
                                            device_loss);
  cudaMemcpy(gradient, device_gradient, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(loss, device_loss, sizeof(float) * batch, cudaMemcpyDeviceToHost);
  cudaFree(device_outputs);
  cudaFree(device_labels);
  cudaFree(device_gradient);
  cudaFree(device_loss);
}
