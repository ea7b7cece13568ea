import { describe, expect, test } from "vitest";
import { installed } from "../../../../tests/servers/running_server.ts";
import { startIcinga } from "./icinga.ts";
import { HOSTILE_OUTPUT, monitored } from "./monitored.ts";
import { arrival, HAS_PYTHON, startWebhook } from "./script.ts";

const HAS_ICINGA = await installed("icinga2", ["--version"]);

describe.skipIf(!HAS_PYTHON || !HAS_ICINGA)("a real Icinga 2", () => {
  test("tells of a problem, of what people do about it, of the recovery, and of a host", async () => {
    await using webhook = startWebhook();
    await using service = await monitored("icinga2");
    await service.becomes(2, HOSTILE_OUTPUT);
    await using icinga = await startIcinga(webhook.url, service);
    const sent = (count: number) => arrival(webhook, count);

    expect(await sent(1)).toEqual({
      source: "icinga",
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "db1",
      HOSTALIAS: "Ada's database",
      HOSTADDRESS: "192.0.2.7",
      HOSTGROUPNAMES: "linux,databases",
      // Nobody has checked it yet.
      HOSTSTATE: "DOWN",
      SERVICEDESC: "Disk /var",
      SERVICESTATE: "CRITICAL",
      LASTSERVICESTATE: "UNKNOWN",
      SERVICEATTEMPT: "1",
      SERVICECHECKCOMMAND: "state",
      SERVICEOUTPUT: `DISK CRITICAL \`id\` $(id) "ä" 'C:\\new'; touch here `,
      LONGSERVICEOUTPUT: "C:\\new \\\\server $HOSTNAME$\nüber 90 %",
      SERVICEPERFDATA: "'/var x'=97;80;90",
      MONITORING_HOST: "mon1",
      MICROTIME: expect.stringMatching(/^\d{10}000000$/),
    });

    const comment = "it's known, $(touch here)";
    await icinga.command(`ACKNOWLEDGE_SVC_PROBLEM;db1;Disk /var;1;1;0;ada;${comment}`);
    expect(await sent(2)).toMatchObject({
      NOTIFICATIONTYPE: "ACKNOWLEDGEMENT",
      NOTIFICATIONAUTHOR: "ada",
      NOTIFICATIONCOMMENT: comment,
    });

    const now = Math.floor(Date.now() / 1000);
    await icinga.command(
      `SCHEDULE_SVC_DOWNTIME;db1;Disk /var;${now};${now + 3600};1;0;3600;ada;New disk`,
    );
    expect(await sent(3)).toMatchObject({
      NOTIFICATIONTYPE: "DOWNTIMESTART",
      NOTIFICATIONCOMMENT: "New disk",
    });
    await icinga.command("DEL_DOWNTIME_BY_HOST_NAME;db1");
    expect(await sent(4)).toMatchObject({ NOTIFICATIONTYPE: "DOWNTIMEEND" });

    await service.becomes(0, "DISK OK");
    expect(await sent(5)).toMatchObject({
      NOTIFICATIONTYPE: "RECOVERY",
      SERVICESTATE: "OK",
      LASTSERVICESTATE: "CRITICAL",
      SERVICEOUTPUT: "DISK OK",
    });

    await icinga.command("PROCESS_HOST_CHECK_RESULT;db1;1;No route");
    expect(await sent(6)).toMatchObject({
      WHAT: "HOST",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "db1",
      HOSTSTATE: "DOWN",
      HOSTOUTPUT: "No route",
    });

    const files = (await Array.fromAsync(Deno.readDir(service.directory))).map(({ name }) => name);
    expect(files).toContain("check");
    expect(files).not.toContain("here");
    expect(webhook.requests.map(({ body }) => body).join("")).not.toContain("n0t-for-you");
    expect(webhook.requests).toHaveLength(6);
  });
});
