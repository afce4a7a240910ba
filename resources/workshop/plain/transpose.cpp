extern "C" void transpose(int rows, int columns, const float* x, float* y) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) y[j * rows + i] = x[i * columns + j];
}
