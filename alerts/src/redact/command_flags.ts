import type { Mention } from "./mention.ts";

/** A command that takes a password after a flag, often one that means something else to others. */
interface CommandFlag {
  /** First three letters of its names, in lower case. */
  readonly cues: readonly string[];
  /** Its names, as a pattern. */
  readonly command: string;
  /** The flags, and what stands before the value, as a pattern. */
  readonly flags: readonly string[];
}

const BLANKS = "[ \\v]{1,4}";

const COMMANDS: readonly CommandFlag[] = [
  {
    cues: ["mys", "mar"],
    command: "mysql|mysqldump|mysqladmin|mysqlcheck|mariadb|mariadb-dump|mariadb-admin",
    flags: ["-p"],
  },
  { cues: ["red"], command: "redis-cli", flags: [`-a${BLANKS}`] },
  { cues: ["doc"], command: `docker${BLANKS}login`, flags: [`-p${BLANKS}`] },
  { cues: ["ssh"], command: "sshpass", flags: ["-p[ \\v]{0,4}"] },
  {
    cues: ["lda"],
    command: "ldap(?:add|compare|delete|exop|modify|modrdn|passwd|search|whoami)",
    flags: [`-w${BLANKS}`],
  },
  {
    cues: ["smb", "rpc"],
    command: "smbclient|rpcclient|smbmap",
    flags: [`-U${BLANKS}["']?[^\\s"'%]{1,64}%`],
  },
  // SNMP: the community, and what version 3 signs and encrypts with.
  {
    cues: ["snm"],
    command: "snmp(?:bulkget|bulkwalk|df|get|getnext|inform|set|status|table|test|trap|walk)",
    flags: [`-c${BLANKS}`, `-A${BLANKS}`, `-X${BLANKS}`],
  },
  {
    cues: ["che"],
    command: "check_(?:snmp[\\w.]{0,40}|bgp[\\w.]{0,20}|ifoperstatus|ifstatus|ups)",
    flags: [`-C${BLANKS}`, `-A${BLANKS}`, `-X${BLANKS}`],
  },
  // Plugins of Nagios; `-p` is the port for others.
  {
    cues: ["che"],
    command: "check_(?:mysql|mysql_query|pgsql|radius|disk_smb)",
    flags: [`-p${BLANKS}`],
  },
  { cues: ["che"], command: "check_ldaps?", flags: [`-P${BLANKS}`] },
  { cues: ["che"], command: "check_nt", flags: [`-s${BLANKS}`] },
  {
    cues: ["che"],
    command: "check_(?:http|curl)",
    flags: [`-a${BLANKS}["']?[^\\s"':]{1,64}:`, `-b${BLANKS}["']?[^\\s"':]{1,64}:`],
  },
];

/**
 * Mentions of secrets in command lines, each from the name of the command to the value of one flag.
 * None looks further than to the next command of its kind, for that looks on.
 */
export const COMMAND_FLAGS: readonly Mention[] = COMMANDS.flatMap(({ cues, command, flags }) =>
  flags.map((flag) => ({
    rule: "flag" as const,
    type: "PASSWORD" as const,
    cues,
    pattern: new RegExp(
      `(?<![\\w-])(?:${command})(?:[ \\v](?:(?! ${flag}|${command})[^\\n\\f|;]){0,160})? ${flag}` +
        `["']?([^\\s"'\\uffff]{2,256})`,
      "y",
    ),
  }))
);
