#!/usr/bin/env python3
"""The aligned workloads of `fkc bench` in PyTorch, under the same names: a JSON object per line.

    python3 docs/pytorch_baseline.py --compile > torch.json
    ./fkc bench --compare torch.json

Medians of 15 runs, by CUDA events, after 100 ms of the same work. Bytes are what must move: read
once, written once, the kept half of a triangle, and the indices, which PyTorch takes in 64 bits.
"""
import argparse
import datetime
import json
import math
import time

import torch

RUNS = 15
WARM_UP_SECONDS = 0.1
TYPES = ((4, torch.int32), (2, torch.int16), (8, torch.int64), (1, torch.uint8))


def seconds(device, work):
    """Seconds of RUNS runs, ascending."""
    work()
    synchronize(device)
    until = time.perf_counter() + WARM_UP_SECONDS
    while time.perf_counter() < until:
        work()
        synchronize(device)
    times = []
    for _ in range(RUNS):
        if device.type == "cuda":
            start = torch.cuda.Event(enable_timing=True)
            end = torch.cuda.Event(enable_timing=True)
            start.record()
            work()
            end.record()
            torch.cuda.synchronize()
            times.append(start.elapsed_time(end) * 1e-3)
        else:
            before = time.perf_counter()
            work()
            times.append(time.perf_counter() - before)
    return sorted(times)


def synchronize(device):
    if device.type == "cuda":
        torch.cuda.synchronize()


def workloads(device, width, dtype, size):
    """Name, bytes that must move, function, arguments; data is made here."""
    side = 1 << int(math.log2(math.sqrt(size / 4)))
    words = torch.randint(-(2**31), 2**31 - 1, (size // (4 * side), side), dtype=torch.int32, device=device)
    x = words.view(dtype)
    rows, columns = x.shape
    edge = min(rows, columns)
    square = x[:edge, :edge].contiguous()
    narrow = x[:, : min(4096, columns)].contiguous()
    count = narrow.numel()
    row_indices = torch.randint(0, rows, (rows,), device=device)
    indices = torch.randint(0, narrow.shape[1], tuple(narrow.shape), device=device)
    mask = torch.rand(narrow.shape, device=device) < 0.5
    all_bytes, square_bytes, narrow_bytes = (t.numel() * width for t in (x, square, narrow))
    yield "flip_inner", 2 * all_bytes, lambda t: torch.flip(t, [1]), (x,)
    yield "flip_outer", 2 * all_bytes, lambda t: torch.flip(t, [0]), (x,)
    yield "roll_inner", 2 * all_bytes, lambda t: torch.roll(t, 5, 1), (x,)
    yield "roll_outer", 2 * all_bytes, lambda t: torch.roll(t, 5, 0), (x,)
    yield "triu", 1.5 * square_bytes, torch.triu, (square,)
    yield "tril", 1.5 * square_bytes, torch.tril, (square,)
    yield (
        "index_select_rows",
        2 * all_bytes + 8 * rows,
        lambda t, i: torch.index_select(t, 0, i),
        (x, row_indices),
    )
    yield (
        f"gather_inner_{narrow.shape[1]}",
        2 * narrow_bytes + 8 * count,
        lambda t, i: torch.gather(t, 1, i),
        (narrow, indices),
    )
    yield (
        "masked_fill",
        2 * narrow_bytes + count,
        lambda t, m: torch.masked_fill(t, m, 7),
        (narrow, mask),
    )
    yield "contiguize_transposed", 2 * square_bytes, lambda t: t.contiguous(), (square.t(),)
    out = torch.empty_like(x)
    yield "copy", 2 * all_bytes, out.copy_, (x,)


def main():
    parser = argparse.ArgumentParser(description="The aligned workloads of fkc bench in PyTorch.")
    parser.add_argument("--compile", action="store_true", help="measure torch.compile too")
    parser.add_argument("--mib", type=int, default=1024, help="MiB of the largest operand")
    parser.add_argument("--device", default="cuda", help="cuda, or cpu for a trial")
    options = parser.parse_args()
    device = torch.device(options.device)
    origin = {
        "device": torch.cuda.get_device_name(device) if device.type == "cuda" else str(device),
        "driver": f"PyTorch {torch.__version__}",
        "date": datetime.date.today().isoformat(),
    }
    for width, dtype in TYPES:
        for name, nbytes, work, arguments in workloads(device, width, dtype, options.mib << 20):
            variants = {"eager": work}
            if options.compile and name != "copy":
                variants["compile"] = torch.compile(work)
            for variant, function in variants.items():
                line = {"name": f"{name}_b{width}", "variant": variant}
                try:
                    times = seconds(device, lambda: function(*arguments))
                    line["median_us"] = round(times[RUNS // 2] * 1e6, 2)
                    line["bytes"] = int(nbytes)
                    line["gbps"] = round(nbytes / times[RUNS // 2] / 1e9, 1)
                    line["min_us"] = round(times[0] * 1e6, 2)
                    line["runs"] = RUNS
                    line.update(origin)
                except Exception as error:  # a dtype or op that PyTorch does not serve
                    line["error"] = str(error).splitlines()[0][:120]
                print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
