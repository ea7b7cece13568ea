/**
 * A real Icinga 2 that calls the script.
 *
 * @module
 */

import { startDaemon, whoRuns } from "./daemon.ts";
import { installedSnippet, type Monitored } from "./monitored.ts";
import { FOLDER, SCRIPT } from "./script.ts";

/** A running Icinga 2. Leaving its scope ends it. */
export interface Icinga extends AsyncDisposable {
  /** Gives it an external command, such as `ACKNOWLEDGE_SVC_PROBLEM;db1;Disk;1;1;0;ada;Known`. */
  command(text: string): Promise<void>;
}

/** Starts an Icinga 2 that checks the host `db1` and its service `Disk /var` every second. */
export async function startIcinga(
  webhook: URL,
  { directory, check, secretFile }: Monitored,
): Promise<Icinga> {
  const { user, group } = await whoRuns();
  const file = (name: string) => `${directory}/${name}`;
  await Deno.writeTextFile(
    file("host-analyzer.conf"),
    await installedSnippet("icinga2.conf", { folder: FOLDER, script: SCRIPT, webhook, secretFile }),
  );
  await Deno.writeTextFile(
    file("icinga2.conf"),
    `
include <itl>
include "${file("host-analyzer.conf")}"

object Endpoint NodeName { }
object Zone ZoneName { endpoints = [ NodeName ] }
object CheckerComponent "checker" { }
object NotificationComponent "notification" { }
object ExternalCommandListener "command" { command_path = "${file("command")}" }

object CheckCommand "state" {
  command = [ "${check}", "n0t-for-you" ]
}
object HostGroup "linux" { }
object HostGroup "databases" { }
object Host "db1" {
  display_name = "Ada's database"
  address = "192.0.2.7"
  groups = [ "linux", "databases" ]
  vars.snmp_community = "public-n0t-for-you"
  check_command = "passive"
  enable_active_checks = false
  max_check_attempts = 1
}
object Service "Disk /var" {
  host_name = "db1"
  check_command = "state"
  check_interval = 1s
  retry_interval = 1s
  max_check_attempts = 1
}
`,
  );
  const definitions = {
    NodeName: "mon1",
    ZoneName: "mon1",
    DataDir: file("data"),
    LogDir: file("log"),
    CacheDir: file("cache"),
    SpoolDir: file("spool"),
    InitRunDir: file("run"),
    ModAttrPath: file("modified-attributes.conf"),
    // Who runs the tests; nothing is gained by another user's rights.
    RunAsUser: user,
    RunAsGroup: group,
  };
  for (const name of ["data", "log", "cache", "spool", "run"]) await Deno.mkdir(file(name));
  const daemon = startDaemon("icinga2", [
    "daemon",
    ...["--config", file("icinga2.conf")],
    ...Object.entries(definitions).flatMap(([name, value]) => ["--define", `${name}=${value}`]),
  ], { directory });
  return {
    command: (text) => daemon.command(file("command"), text),
    [Symbol.asyncDispose]: () => daemon.end(),
  };
}
