/**
 * Runs the notebook and keeps what it shows: `deno task --config alerts/deno.json notebooks`.
 *
 * @module
 */

import { refreshNotebooks } from "../../../tests/notebooks/refresh_notebooks.ts";

await refreshNotebooks(new URL("../../notebooks/", import.meta.url), Deno.args[0]);
