/**
 * Runs notebooks and keeps what they show: `deno task notebooks`, or `deno task notebooks 05_` for
 * those whose names begin so.
 *
 * @module
 */

import { NOTEBOOKS } from "./notebook.ts";
import { refreshNotebooks } from "./refresh_notebooks.ts";

await refreshNotebooks(NOTEBOOKS, Deno.args[0]);
