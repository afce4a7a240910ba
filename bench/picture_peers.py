"""Networks for images against PyTorch, for `bench/peers --pictures`: images per second while training, turn by turn, on made-up
images (random numbers: what is in them changes no product). To add a row: one in ROWS.
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
# network, batch, channels x height x width, classes
ROWS = [("cnn-small", 64, "1x28x28", 10), ("cnn-small", 512, "1x28x28", 10), ("alexnet-32", 256, "3x32x32", 10),
        ("resnet34", 32, "1x148x197", 9)]
MOST_STEPS = 200


def selected(wanted):
    """The rows that `wanted` names, as cnn-small or cnn-small:64; all where it names none."""
    rows = [row for row in ROWS if not wanted or row[0] in wanted or f"{row[0]}:{row[1]}" in wanted]
    if not rows or any(not any(word in (row[0], f"{row[0]}:{row[1]}") for row in ROWS) for word in wanted):
        sys.exit("--pictures knows " + ", ".join(f"{row[0]}:{row[1]}" for row in ROWS))
    return rows


def write_idx(path, shape, values):
    with open(path, "wb") as file:
        file.write(bytes([0, 0, 8, len(shape)]) + b"".join(size.to_bytes(4, "big") for size in shape) + values)


def write_pictures(folder, shape, classes, count):
    channels, height, width = (int(size) for size in shape.split("x"))
    source = random.Random(1)
    for stem, examples in (("train", count), ("t10k", 1)):
        size = (examples, height, width) if channels == 1 else (examples, height, width, channels)
        write_idx(f"{folder}/{stem}-images-idx3-ubyte", size, source.randbytes(examples * channels * height * width))
        write_idx(f"{folder}/{stem}-labels-idx1-ubyte", (examples,), bytes(i % classes for i in range(examples)))


def backends_of(use, workers):
    """Ours that can run here, the ones for one core where there is one worker."""
    if use.backend:
        return [use.backend]
    listed = json.loads(subprocess.run([use.cli, "backends", "--json"], check=True, text=True, stdout=subprocess.PIPE).stdout)
    there = [entry["name"] for entry in listed if entry["available"]]
    return [name for name in (["simd"] if workers == 1 else ["openmp"]) + ["onednn"] if name in there]


def peer_step(use, environment, row, workers):
    """(mode, seconds a step) of PyTorch in the order of numbers that is faster, and its name."""
    network, batch, shape, classes = row
    script = os.path.join(ROOT, "bench", "own", "pytorch_conv.py")
    done = subprocess.run([use.python or "python3", script, os.path.join(ROOT, "resources", "networks", network + ".json"), str(batch),
                           shape, str(classes), str(workers), str(use.seconds)],
                          env={**environment, "OMP_NUM_THREADS": str(workers), "PYTHONDONTWRITEBYTECODE": "1"}, text=True,
                          stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit("PyTorch could not be measured; name a Python that has it: --python ~/venv/bin/python")
    times = json.loads(done.stdout)
    name = "PyTorch " + times.pop("version")
    mode = min(times, key=times.get)
    return mode, times[mode], name


def our_step(use, environment, row, backend, workers, data, folder):
    """Median seconds a step, without the first report, in which threads and plans are made."""
    command = [use.cli, "train", "--backend", backend, "--network", row[0], "--data", data, "--batch", str(row[1]), "--epochs", "1",
               "--lr", "0.01", "--events", "-", "--out", folder, "--workers", str(workers)]
    for option in use.option:
        command += ["--backend-option", option]
    done = subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with code {done.returncode}: {done.stderr.strip().splitlines()[-1]}")
    reports = [(0, 0.0)]
    for event in map(json.loads, done.stdout.splitlines()):
        if event["event"] == "step_done":
            reports.append((event["step"], event["train_time_s"]))
    steps = [(time - before) / (step - done) for (done, before), (step, time) in zip(reports[1:], reports[2:])]
    return statistics.median(steps)


def measure(use, environment):
    """[row of the table] of each network, number of workers and backend of ours."""
    theirs, ours, modes, peer = {}, {}, {}, ""
    rows, all_workers = selected(use.pictures), use.workers or sorted({1, os.cpu_count()})
    for turn in range(use.runs):
        for row in rows:
            for workers in all_workers:
                mode, time, peer = peer_step(use, environment, row, workers)
                theirs.setdefault((row, workers), []).append(time)
                modes.setdefault((row, workers), []).append(mode)
                steps = min(MOST_STEPS, max(5, round(use.seconds / time)))
                with tempfile.TemporaryDirectory() as folder:
                    write_pictures(folder, row[2], row[3], steps * row[1])
                    for backend in backends_of(use, workers):
                        time = our_step(use, environment, row, backend, workers, folder, os.path.join(folder, "run-" + backend))
                        ours.setdefault((row, workers, backend), []).append(time)
            print(f"run {turn + 1} of {use.runs}, {row[0]} batch {row[1]}: done", file=sys.stderr)
    table = []
    for (row, workers, backend), times in ours.items():
        peers, batch = theirs[row, workers], row[1]
        ratios = sorted(their / own for their, own in zip(peers, times))
        table.append({"network": row[0], "batch": batch, "picture": row[2], "workers": workers, "backend": backend, "peer": peer,
                      "peer_mode": statistics.mode(modes[row, workers]), "runs": len(ratios),
                      "peer_images_per_s": batch / statistics.median(peers), "ours_images_per_s": batch / statistics.median(times),
                      "ratio": statistics.median(ratios), "ratio_min": ratios[0], "ratio_max": ratios[-1],
                      "ratio_of_best": min(peers) / min(times)})
    return table


def print_table(use, table):
    print(f"{'network':<12}{'batch':>6}{'picture':>11}{'workers':>8}  {'ours':<9}{'images/s':>9}  {table[0]['peer']:<16}{'images/s':>9}"
          f"{'ratio':>8}   spread of {use.runs:<8}{'best/best':>10}")
    for row in table:
        print(f"{row['network']:<12}{row['batch']:>6}{row['picture']:>11}{row['workers']:>8}  {row['backend']:<9}{row['ours_images_per_s']:>9.4g}"
              f"  {row['peer_mode']:<16}{row['peer_images_per_s']:>9.4g}{row['ratio']:>8.2f}   {row['ratio_min']:>6.2f} … {row['ratio_max']:<6.2f}"
              f"{row['ratio_of_best']:>10.2f}")
