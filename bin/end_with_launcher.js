/**
 * Loaded before each command: whoever kills the launcher at once ends the command as well.
 *
 * @module
 */

/** Time between two looks whether the launcher is still there. [ms] */
const LOOK = 500;

const launcher = Deno.ppid;
Deno.unrefTimer(setInterval(() => Deno.ppid === launcher || Deno.exit(137), LOOK));
