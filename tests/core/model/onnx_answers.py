#!/usr/bin/env python3
"""Runs NAME.onnx on NAME.pictures in onnxruntime, all at once and one by one, and compares with NAME.ours. Started by onnx_test.cpp.
usage: onnx_answers.py FOLDER NAME...
"""
import os
import sys

import numpy as np
import onnxruntime

CLOSENESS = 1e-4  # of the largest answer

for name in sys.argv[2:]:
    path = lambda kind: os.path.join(sys.argv[1], name + kind)
    try:
        import onnx
        onnx.checker.check_model(path(".onnx"), full_check=True)
    except ImportError:
        pass
    session = onnxruntime.InferenceSession(path(".onnx"), providers=["CPUExecutionProvider"])
    pixels = session.get_inputs()[0]
    x = np.fromfile(path(".pictures"), "<f4").reshape(-1, *pixels.shape[1:])
    wanted = np.fromfile(path(".ours"), "<f4").reshape(len(x), -1)
    answer = lambda some: session.run(None, {pixels.name: some})[0]
    for got in (answer(x), np.concatenate([answer(x[i:i + 1]) for i in range(len(x))])):
        off = np.abs(got - wanted).max() / np.abs(wanted).max()
        if got.shape != wanted.shape or not off <= CLOSENESS:
            sys.exit(f"{name}: onnxruntime's answers are off by {off:.2g} of the largest")
