/**
 * A real Nagios that calls the script.
 *
 * @module
 */

import { installedSnippet, type Monitored } from "./monitored.ts";
import { startDaemon, whoRuns } from "./daemon.ts";
import { FOLDER, SCRIPT } from "./script.ts";

/** A running Nagios. Leaving its scope ends it. */
export interface Nagios extends AsyncDisposable {
  /** Gives it an external command, such as `ACKNOWLEDGE_SVC_PROBLEM;db1;Disk;1;1;0;ada;Known`. */
  command(text: string): Promise<void>;
}

/** Starts a Nagios that checks the host `db1` and its service `Disk /var` every second. */
export async function startNagios(
  webhook: URL,
  { directory, check, secretFile }: Monitored,
): Promise<Nagios> {
  const snippet = await installedSnippet("nagios.cfg", {
    folder: FOLDER,
    script: SCRIPT,
    webhook,
    secretFile,
  });
  const { user, group } = await whoRuns();
  const file = (name: string) => `${directory}/${name}`;
  await Deno.mkdir(file("results"));
  await Deno.writeTextFile(file("host-analyzer.cfg"), snippet);
  await Deno.writeTextFile(
    file("objects.cfg"),
    `
define command {
  command_name check
  command_line ${check}
}
define command {
  command_name up
  command_line /bin/true
}
define host {
  host_name             db1
  alias                 Ada's database
  address               192.0.2.7
  _SNMP_COMMUNITY       public-n0t-for-you
  check_command         up!host!n0t-for-you
  max_check_attempts    1
  check_interval        0
  check_period          host-analyzer
  notification_period   host-analyzer
  notification_interval 0
  contacts              host-analyzer
}
define service {
  host_name             db1
  service_description   Disk /var
  check_command         check!service!n0t-for-you
  max_check_attempts    1
  check_interval        1
  retry_interval        1
  check_period          host-analyzer
  notification_period   host-analyzer
  notification_interval 0
  contacts              host-analyzer
}
`,
  );
  await Deno.writeTextFile(
    file("nagios.cfg"),
    `
cfg_file=${file("host-analyzer.cfg")}
cfg_file=${file("objects.cfg")}
log_file=${file("nagios.log")}
object_cache_file=${file("objects.cache")}
precached_object_file=${file("objects.precache")}
status_file=${file("status.dat")}
temp_file=${file("nagios.tmp")}
temp_path=${directory}
lock_file=${file("nagios.lock")}
command_file=${file("command")}
query_socket=${file("query")}
check_result_path=${file("results")}
retain_state_information=0
check_external_commands=1
check_for_updates=0
use_syslog=0
# An interval of 1 is a second, and checks begin at once.
interval_length=1
service_inter_check_delay_method=n
host_inter_check_delay_method=n
enable_environment_macros=1
nagios_user=${user}
nagios_group=${group}
`,
  );
  const daemon = startDaemon("nagios4", [file("nagios.cfg")], { directory });
  return {
    command: (text) => daemon.command(file("command"), text),
    [Symbol.asyncDispose]: () => daemon.end(),
  };
}
