"""Runs a notebook from top to bottom: `execute.py NOTEBOOK FOLDER`, written to standard output.

The kernel may send the result of a cell after it has said that it is idle, when nbclient no longer
listens. So whatever comes within half a second still counts.
"""

import sys
from queue import Empty

import nbformat
from nbclient import NotebookClient

notebook, folder = sys.argv[1:]


async def wait_for_late_results(cell, cell_index, execute_reply):
    while True:
        try:
            message = await client.kc.iopub_channel.get_msg(timeout=0.5)
        except Empty:
            return
        if message["parent_header"].get("msg_id") == execute_reply["parent_header"]["msg_id"]:
            client.process_message(message, cell, cell_index)


client = NotebookClient(
    nbformat.read(notebook, as_version=4),
    timeout=300,
    kernel_name="deno",
    record_timing=False,
    resources={"metadata": {"path": folder}},
    on_cell_executed=wait_for_late_results,
)
nbformat.write(client.execute(), sys.stdout)
