"""Runs a notebook from top to bottom: `execute.py NOTEBOOK FOLDER`, written to standard output.

The kernel may send the result of a cell after it has said that it is idle, when nbclient no longer
listens. So whatever comes within half a second still counts, and longer for a cell that has shown
more before.
"""

import sys
from queue import Empty
from time import monotonic

import nbformat
from nbclient import NotebookClient

GRACE, PATIENCE = 0.5, 20  # seconds

path, folder = sys.argv[1:]
notebook = nbformat.read(path, as_version=4)
expected = [len(cell.get("outputs", [])) for cell in notebook.cells]


async def wait_for_late_results(cell, cell_index, execute_reply):
    start = monotonic()
    while True:
        lacks = len(cell.outputs) < expected[cell_index]
        if monotonic() - start > (PATIENCE if lacks else GRACE):
            return
        try:
            message = await client.kc.iopub_channel.get_msg(timeout=GRACE / 2)
        except Empty:
            continue
        if message["parent_header"].get("msg_id") == execute_reply["parent_header"]["msg_id"]:
            client.process_message(message, cell, cell_index)


client = NotebookClient(
    notebook,
    timeout=300,
    kernel_name="deno",
    record_timing=False,
    resources={"metadata": {"path": folder}},
    on_cell_executed=wait_for_late_results,
)
nbformat.write(client.execute(), sys.stdout)
