"""Samples from a server to a frame, as one would get them in Python.

`with_pandas.py ADDRESS HOURS`. With `--serve` behind it: once for each line that comes in, and tells
how many milliseconds it took.
"""

import sys
import time

import pandas
import requests

END = 1735689600 + 30 * 86400


def pull(url, hours):
    """Pulls the last hours of the month; returns the number of rows."""
    parameters = {"query": f"power_w[{hours}h]", "time": END}
    answer = requests.get(url + "api/v1/query", params=parameters, timeout=60)
    frames = []
    for series in answer.json()["data"]["result"]:
        frame = pandas.DataFrame(series["values"], columns=["time", "value"])
        frame["time"] = pandas.to_datetime(frame["time"], unit="s", utc=True)
        frame["value"] = frame["value"].astype(float)
        frames.append(frame.assign(**series["metric"]))
    return len(pandas.concat(frames))


if "--serve" in sys.argv:
    for _ in sys.stdin:
        start = time.perf_counter()
        pull(sys.argv[1], sys.argv[2])
        print((time.perf_counter() - start) * 1000, flush=True)
else:
    print(pull(sys.argv[1], sys.argv[2]))
