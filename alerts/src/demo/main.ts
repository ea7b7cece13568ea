/**
 * `deno task analyzer:demo`: one alert through the analyzer, without anything else.
 *
 * @module
 */

import { runDemo } from "./run_demo.ts";
import { takeNoOptions } from "../take_no_options.ts";
import { showDemo } from "./show_demo.ts";

const COMMAND = {
  task: "analyzer:demo",
  about: "Sends one alert through the real service, with stand-ins for everything around it.\n\n" +
    "It has no options and no settings. It needs no network, and ends by itself.",
};

if (import.meta.main) {
  takeNoOptions(COMMAND);
  await showDemo(runDemo);
}
