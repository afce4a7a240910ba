#!/usr/bin/env python3
"""Whether this Python can run a trainer: prints what it has, or ends with the reason. Imports nothing large: it is run
each time the backends are listed. usage: check.py [--cuda] MODULE...
"""
import glob
import importlib.util
import os
import sys

NAMES = {"numpy": ("NumPy", "apt install python3-numpy"), "torch": ("PyTorch", "pip install torch, or apt install python3-torch")}


def version(module, folder):
    """As its package's folder says; importlib.metadata would say the same and take twice as long as all the rest."""
    for info in glob.glob(os.path.join(os.path.dirname(folder), module + "-*-info")):
        return " " + os.path.basename(info).split("-")[1].removesuffix(".dist").removesuffix(".egg")
    return ""


def cuda_device(torch_folder):
    import ctypes
    import runpy
    if runpy.run_path(os.path.join(torch_folder, "version.py")).get("cuda") is None:
        sys.exit(f"the PyTorch of {sys.executable} was built without CUDA; install a build with it (pip install torch)")
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        sys.exit("no CUDA device: the driver was not found (libcuda.so.1)")
    count, name = ctypes.c_int(0), ctypes.create_string_buffer(128)
    code = driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count))
    if code != 0 or count.value == 0:
        sys.exit(f"no CUDA device: the driver found none (error {code})")
    driver.cuDeviceGetName(name, len(name), 0)
    return name.value.decode()


def main():
    words = ["Python " + sys.version.split()[0]]
    if sys.version_info < (3, 9):
        sys.exit(f"{sys.executable} is {words[0]}; the trainers need 3.9 or newer")
    for module in [word for word in sys.argv[1:] if not word.startswith("--")]:
        title, how = NAMES.get(module, (module, "pip install " + module))
        found = importlib.util.find_spec(module)
        if found is None or found.origin is None:
            sys.exit(f"{sys.executable} has no {title}; install it ({how})")
        words.append(title + version(module, os.path.dirname(found.origin)))
    if "--cuda" in sys.argv:
        words.insert(0, cuda_device(os.path.dirname(found.origin)))
    print(", ".join(words))


main()
