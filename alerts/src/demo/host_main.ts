/**
 * `deno task host-analyzer:demo`: one notification through the host analyzer, without anything else.
 *
 * @module
 */

import { showDemo } from "./show_demo.ts";
import { takeNoOptions } from "../take_no_options.ts";
import { runHostDemo } from "./run_host_demo.ts";

const COMMAND = {
  task: "host-analyzer:demo",
  about:
    "Sends one notification through the real service, with stand-ins for everything around it.\n\n" +
    "It has no options and no settings. It needs no network, and ends by itself.",
};

if (import.meta.main) {
  takeNoOptions(COMMAND);
  await showDemo(runHostDemo);
}
