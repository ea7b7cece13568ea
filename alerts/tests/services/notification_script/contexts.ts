/**
 * What Checkmk puts into the environment of a notification script, much shortened.
 *
 * @module
 */

/** A problem of a service, as Checkmk tells of it: what is left out of the payload too. */
export const SERVICE_PROBLEM: Readonly<Record<string, string>> = {
  WHAT: "SERVICE",
  NOTIFICATIONTYPE: "PROBLEM",
  HOSTNAME: "db1",
  HOSTALIAS: "Datenbank für Müller & Söhne",
  HOSTADDRESS: "192.0.2.7",
  HOST_ADDRESS_4: "192.0.2.7",
  HOST_ADDRESS_6: "",
  HOST_SL: "0",
  HOST_SNMP_COMMUNITY: "public-n0t-for-you",
  HOSTGROUPNAMES: "linux,databases",
  HOSTLABEL_TEAM: "storage",
  HOSTSTATE: "UP",
  SERVICEDESC: "Filesystem /var",
  SERVICESTATE: "CRITICAL",
  SERVICESHORTSTATE: "CRIT",
  PREVIOUSSERVICEHARDSTATE: "WARNING",
  SERVICEATTEMPT: "3",
  SERVICECHECKCOMMAND: "check_mk-df!--password!n0t-for-you",
  SERVICEOUTPUT: "97.3% used (19.5 of 20 GiB), warn/crit at 80%/90%",
  LONGSERVICEOUTPUT: "trend: +2 GiB\nfull in: 4 h",
  SERVICEPERFDATA: "fs_used=19.5;16;18;0;20",
  SERVICEPROBLEMID: "171",
  SERVICEACKAUTHOR: "$SERVICEACKAUTHOR$",
  SERVICEACKCOMMENT: "$SERVICEACKCOMMENT$",
  NOTIFICATIONCOMMENT: "",
  CONTACTNAME: "ada",
  CONTACTEMAIL: "ada@example.org",
  CONTACTPAGER: "+49 30 901820",
  OMD_SITE: "heute",
  OMD_ROOT: "/nowhere/heute",
  MONITORING_HOST: "mon1",
  MICROTIME: "1795255000779348",
  SHORTDATETIME: "2026-11-21 09:56:40",
};

/** What of it reaches the analyzer. */
export const SERVICE_PROBLEM_SENT: Readonly<Record<string, string>> = {
  WHAT: "SERVICE",
  NOTIFICATIONTYPE: "PROBLEM",
  HOSTNAME: "db1",
  HOSTALIAS: "Datenbank für Müller & Söhne",
  HOSTADDRESS: "192.0.2.7",
  HOST_ADDRESS_4: "192.0.2.7",
  HOSTGROUPNAMES: "linux,databases",
  HOSTSTATE: "UP",
  SERVICEDESC: "Filesystem /var",
  SERVICESTATE: "CRITICAL",
  SERVICESHORTSTATE: "CRIT",
  PREVIOUSSERVICEHARDSTATE: "WARNING",
  SERVICEATTEMPT: "3",
  SERVICECHECKCOMMAND: "check_mk-df",
  SERVICEOUTPUT: "97.3% used (19.5 of 20 GiB), warn/crit at 80%/90%",
  LONGSERVICEOUTPUT: "trend: +2 GiB\nfull in: 4 h",
  SERVICEPERFDATA: "fs_used=19.5;16;18;0;20",
  SERVICEPROBLEMID: "171",
  OMD_SITE: "heute",
  MONITORING_HOST: "mon1",
  MICROTIME: "1795255000779348",
  SHORTDATETIME: "2026-11-21 09:56:40",
};

/** A host that does not answer. */
export const HOST_PROBLEM: Readonly<Record<string, string>> = {
  WHAT: "HOST",
  NOTIFICATIONTYPE: "PROBLEM",
  HOSTNAME: "db1",
  HOSTADDRESS: "192.0.2.7",
  HOSTSTATE: "DOWN",
  HOSTOUTPUT: "CRITICAL - 192.0.2.7: rta nan, lost 100%",
  HOSTPROBLEMID: "170",
  OMD_SITE: "heute",
};
