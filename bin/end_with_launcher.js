/**
 * Runs before each command, and ends it when the launcher is gone, even if the launcher was killed.
 *
 * @module
 */

/** How often to check that the launcher still runs. [ms] */
const INTERVAL = 500;

const launcher = Deno.ppid;
Deno.unrefTimer(setInterval(() => Deno.ppid === launcher || Deno.exit(137), INTERVAL));
