import { describe, expect, test } from "vitest";
import { installed } from "../../../../tests/servers/running_server.ts";
import { HOSTILE_OUTPUT, monitored } from "./monitored.ts";
import { startNagios } from "./nagios.ts";
import { arrival, HAS_PYTHON, startWebhook } from "./script.ts";

const HAS_NAGIOS = await installed("nagios4", ["--version"]);

describe.skipIf(!HAS_PYTHON || !HAS_NAGIOS)("a real Nagios", () => {
  // Without illegal_macro_output_chars, which Nagios has no default for: quotes stay in all texts.
  test("tells of all that happens, and runs none of it", async () => {
    await using webhook = startWebhook();
    await using service = await monitored("nagios");
    await service.becomes(2, HOSTILE_OUTPUT);
    await using nagios = await startNagios(webhook.url, service);
    const sent = (count: number) => arrival(webhook, count);

    const problem = await sent(1);
    expect(problem).toMatchObject({
      source: "nagios",
      WHAT: "SERVICE",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "db1",
      HOSTADDRESS: "192.0.2.7",
      HOSTSTATE: "UP",
      SERVICEDESC: "Disk /var",
      SERVICESTATE: "CRITICAL",
      LASTSERVICESTATE: "OK",
      SERVICEATTEMPT: "1",
      SERVICEPROBLEMID: "1",
      MICROTIME: expect.stringMatching(/^\d{10}000000$/),
    });
    expect(problem).toMatchObject({
      // Nagios itself takes ; out, which parts the fields of its own commands.
      SERVICEOUTPUT: `DISK CRITICAL \`id\` $(id) "ä" 'C:\\new': touch here`,
      LONGSERVICEOUTPUT: "C:\\new \\\\server $HOSTNAME$\nüber 90 %",
      SERVICEPERFDATA: "'/var x'=97;80;90",
      SERVICECHECKCOMMAND: "check",
      HOSTALIAS: "Ada's database",
    });

    // What a person types must not reach a shell either.
    const author = "ada'$(touch here)'";
    const comment = `it's known; touch here; "touch here"; $(touch here); \`touch here\`; echo '`;
    await nagios.command(`ACKNOWLEDGE_SVC_PROBLEM;db1;Disk /var;1;1;0;${author};${comment}`);
    expect(await sent(2)).toMatchObject({
      NOTIFICATIONTYPE: "ACKNOWLEDGEMENT",
      NOTIFICATIONAUTHOR: author,
      NOTIFICATIONCOMMENT: comment,
    });

    const now = Math.floor(Date.now() / 1000);
    await nagios.command(
      `SCHEDULE_SVC_DOWNTIME;db1;Disk /var;${now};${now + 3600};1;0;3600;ada;New disk`,
    );
    expect(await sent(3)).toMatchObject({
      NOTIFICATIONTYPE: "DOWNTIMESTART",
      NOTIFICATIONCOMMENT: "New disk",
    });
    await nagios.command("DEL_DOWNTIME_BY_HOST_NAME;db1");
    expect(await sent(4)).toMatchObject({ NOTIFICATIONTYPE: "DOWNTIMECANCELLED" });

    await service.becomes(0, "DISK OK");
    expect(await sent(5)).toMatchObject({
      NOTIFICATIONTYPE: "RECOVERY",
      SERVICESTATE: "OK",
      LASTSERVICESTATE: "CRITICAL",
      SERVICEOUTPUT: "DISK OK",
    });

    await nagios.command("PROCESS_HOST_CHECK_RESULT;db1;1;No route");
    expect(await sent(6)).toMatchObject({
      WHAT: "HOST",
      NOTIFICATIONTYPE: "PROBLEM",
      HOSTNAME: "db1",
      HOSTSTATE: "DOWN",
      HOSTOUTPUT: "No route",
    });

    // Nothing of it was run.
    const files = (await Array.fromAsync(Deno.readDir(service.directory))).map(({ name }) => name);
    expect(files).toContain("check");
    expect(files).not.toContain("here");
    const everything = webhook.requests.map(({ body }) => body).join("");
    expect(everything).not.toContain("n0t-for-you");
    expect(everything).not.toContain("CONTACT");
    expect(webhook.requests).toHaveLength(6);
  });
});
