import { type Effects, runCommand } from "../../../src/terminal/command.ts";
import { demoFile } from "../demo_file.ts";
import { REPLAY_EXIT } from "../exit.ts";
import { compareTwo } from "./compare_command.ts";
import { exportAnswers } from "./export_command.ts";
import { importBenchmark } from "./import_command.ts";
import { parseReplayOptions } from "./options.ts";
import { planReplay } from "./plan_command.ts";
import { pruneCassettes } from "./prune_command.ts";
import { runReplay } from "./run_command.ts";
import { scoreRun } from "./score_command.ts";
import { showCase } from "./show_command.ts";
import { verifyCassettes } from "./verify_command.ts";

/**
 * The command `deno task replay`: replays stored alerts from recorded answers, judges them, shows
 * and compares them. It reaches no network.
 */
export async function replay(args: readonly string[], effects: Effects): Promise<number> {
  const { stdout } = effects;
  return await runCommand(parseReplayOptions(args, demoFile()), effects, async (options) => {
    switch (options.command) {
      case "demo": {
        const file = demoFile();
        const { exitCode } = await runReplay(file, { runs: options.runs }, effects);
        if (exitCode !== REPLAY_EXIT.done && exitCode !== REPLAY_EXIT.gate) return exitCode;
        await stdout.write(nextSteps(exitCode));
        // Nothing of the person's own failed.
        return REPLAY_EXIT.done;
      }
      case "run":
        return (await runReplay(options.config, options, effects)).exitCode;
      case "score":
        return await scoreRun(options.run, options, effects);
      case "compare":
        return await compareTwo([options.a, options.b], options, effects);
      case "plan":
        return await planReplay(options, effects);
      case "show":
        return await showCase(options.case, options, effects);
      case "export":
        return await exportAnswers(options.out, options, effects);
      case "import":
        return await importBenchmark(options.format, options.folder, options, effects);
      case "verify":
        return await verifyCassettes(options.config, effects);
      case "prune":
        return await pruneCassettes(options.config, options, effects);
    }
  });
}

/** What a person may do next with the demo. */
const NEXT: readonly (readonly [command: string, what: string])[] = [
  ["compare shipped short", "where the difference comes from"],
  ["show crashloop-password-rotated", "an alert with its answers and verdicts"],
  ["run replay.yaml", "own cases and variants: alerts/docs/replay.md"],
];

function nextSteps(exitCode: number): string {
  const gate = exitCode === REPLAY_EXIT.gate
    ? "In CI this gate would fail the build: 'deno task replay run' exits with 2.\n"
    : "";
  const lines = NEXT.map(([command, what], at) =>
    `${at === 0 ? "Next" : "    "}  deno task replay ${command.padEnd(32)} ${what}\n`
  );
  return `${gate}\n${lines.join("")}`;
}
