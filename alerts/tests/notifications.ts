/** Notifications for tests, as the notification script posts them. */

/** A notification about a service; a variable that is `undefined` is left out. */
export function serviceNotification(given: Record<string, unknown> = {}): Record<string, unknown> {
  return posted({
    WHAT: "SERVICE",
    NOTIFICATIONTYPE: "PROBLEM",
    HOSTNAME: "db1",
    HOSTALIAS: "Database 1",
    HOSTADDRESS: "10.0.0.5",
    HOSTGROUPNAMES: "linux,databases",
    HOSTSTATE: "UP",
    SERVICEDESC: "Filesystem /data",
    SERVICESTATE: "CRITICAL",
    PREVIOUSSERVICEHARDSTATE: "WARNING",
    SERVICEATTEMPT: "1",
    SERVICEPROBLEMID: "4711",
    SERVICENOTIFICATIONNUMBER: "1",
    SERVICECHECKCOMMAND: "check_mk-df",
    SERVICEOUTPUT: "CRIT - 97 % used (!!)",
    LONGSERVICEOUTPUT: "/data: 97 % of 2 TB\nmail ada@example.org",
    SERVICEPERFDATA: "fs_used=97;80;90",
    OMD_SITE: "main",
    MICROTIME: "1795228020123456",
    ...given,
  });
}

/** A notification about a host. */
export function hostNotification(given: Record<string, unknown> = {}): Record<string, unknown> {
  return posted({
    WHAT: "HOST",
    NOTIFICATIONTYPE: "PROBLEM",
    HOSTNAME: "db1",
    HOSTADDRESS: "10.0.0.5",
    HOSTSTATE: "DOWN",
    PREVIOUSHOSTHARDSTATE: "UP",
    HOSTPROBLEMID: "4712",
    HOSTCHECKCOMMAND: "check-mk-host-ping",
    HOSTOUTPUT: "CRITICAL - 10.0.0.5: rta nan, lost 100%",
    OMD_SITE: "main",
    MICROTIME: "1795228020123456",
    ...given,
  });
}

/** The body of a webhook. */
export function hostPayload(notifications: readonly unknown[]): Record<string, unknown> {
  return { version: 1, source: "checkmk", notifications };
}

function posted(variables: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined),
  );
}
