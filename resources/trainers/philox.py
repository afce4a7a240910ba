"""The counter-based random numbers of a run, Philox4x32-10 (docs/file-formats.md, 'Random numbers'), in NumPy."""
import numpy as np

DROPOUT_STREAM = 8  # core/base/random.h
MULTIPLIERS = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


def philox4x32(counters, key):
    """counters: four arrays [n] of 32-bit words, in 64 bits; key: two words. Gives [n, 4] words."""
    a, b, c, d = counters
    k0, k1 = key
    for _ in range(10):
        left, right = a * MULTIPLIERS[0], c * MULTIPLIERS[1]
        a, b, c, d = (right >> HALF) ^ b ^ np.uint64(k0), right & LOW, (left >> HALF) ^ d ^ np.uint64(k1), left & LOW
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return np.stack((a, b, c, d), axis=1)


def kept(seed, step, node, rate, count):
    """[count] booleans: which numbers of a batch a dropout keeps (core/model/reference/dropout.h)."""
    blocks = np.arange((count + 3) // 4, dtype=np.uint64)
    fixed = [np.full_like(blocks, word) for word in (step & 0xFFFFFFFF, DROPOUT_STREAM, node)]
    words = philox4x32((blocks, *fixed), (seed & 0xFFFFFFFF, seed >> 32))
    return words.reshape(-1)[:count] >= int(rate * 2**32)
