import { connect } from "../client/connect.ts";
import { type Effects, runAsProcess, runCommand } from "../terminal/command.ts";
import { pickHousehold } from "../house/pick_household.ts";
import { currentState } from "../house/current_state.ts";
import { parseNowOptions } from "./now/options.ts";
import { printState } from "./now/print.ts";

/**
 * The command `deno task now`: asks the configured server what the house does, and prints it.
 *
 * @returns Exit code: 0 done, 1 a failure, 2 wrong usage, 130 interrupted.
 */
export async function now(args: readonly string[], effects: Effects): Promise<number> {
  return await runCommand(parseNowOptions(args), effects, async (options) => {
    const { stdout, stderr, signal } = effects;
    const config = effects.settings();
    await using client = await connect(config, { signal });
    const household = await pickHousehold("household.json", { ...options, config });
    const state = await currentState(client, household, {
      jobs: config,
      now: effects.now(),
      signal,
    });
    await stdout.write(printState(state, stdout));
    for (const notice of state.notices) await stderr.write(`notice: ${notice}\n`);
  });
}

if (import.meta.main) await runAsProcess(now);
