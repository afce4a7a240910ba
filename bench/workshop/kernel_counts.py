"""What the host counted of a kernel beside what Nsight Compute read: kernel_counts.py NAME CHECK.json NCU.csv"""

import csv
import json
import sys

COUNTS = {
    ("global", "load"): "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    ("global", "store"): "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    ("shared", "load"): "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    ("shared", "store"): "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
}


def read_device(path):
    """The sum of each metric over all launches; ncu prints other lines before its table, and units in its second row."""
    lines = [line for line in open(path, encoding="utf-8") if line.startswith('"')]
    rows = list(csv.DictReader(lines))[1:]
    return {name: sum(float(row[name].replace(",", "")) for row in rows) for name in COUNTS.values()}, len(rows)


def main(name, host_path, device_path):
    with open(host_path, encoding="utf-8") as file:
        counts = json.load(file)[0]["counts"]
    device, launches = read_device(device_path)
    print(f"{name}: {sum(one['launches'] for one in counts['launches'])} launches on the host, {launches} on the GPU")
    for (space, kind), metric in COUNTS.items():
        asked = sum(one["asked"] for one in counts["accesses"] if one["space"] == space and one["kind"] == kind)
        if asked or device[metric]:
            ratio = f"{device[metric] / asked:.3f}" if asked else "-"
            print(f"  {space} {kind}: host {asked}, GPU {device[metric]:.0f}, ratio {ratio}")


if __name__ == "__main__":
    main(*sys.argv[1:])
