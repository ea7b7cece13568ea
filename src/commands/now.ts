import { type Effects, runAsProcess, runCommand } from "../terminal/command.ts";
import { openHousehold } from "../house/open_household.ts";
import { parseNowOptions } from "./now/options.ts";
import { printState } from "./now/print.ts";

/**
 * The command `deno task now`: asks the configured server what the house does, and prints it.
 *
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function now(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseNowOptions(args), effects, async (options) => {
    const { stdout, stderr, signal, settings } = effects;
    const { household, zone } = options;
    await using home = await openHousehold(
      { server: true, household, zone, signal },
      { settings, now: effects.now, asFlags: true },
    );
    const state = await home.currentState({ signal });
    await stdout.write(printState(state, stdout));
    for (const notice of state.notices) await stderr.write(`notice: ${notice}\n`);
  });
}

if (import.meta.main) await runAsProcess(now);
