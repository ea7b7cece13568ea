import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arrival, HAS_PYTHON, notify, SECRET, startWebhook } from "./script.ts";

describe.skipIf(!HAS_PYTHON)("macros of other systems", () => {
  let secretFile: string;

  beforeAll(async () => {
    secretFile = await Deno.makeTempFile({ prefix: "wattbook-secret-" });
    await Deno.writeTextFile(secretFile, SECRET);
  });

  afterAll(() => Deno.remove(secretFile));

  /** What arrives of an environment and of arguments. */
  async function sent(env: Readonly<Record<string, string>>, macros: readonly string[] = []) {
    await using webhook = startWebhook();
    const { code } = await notify({
      env,
      args: ["--url", webhook.url.href, "--secret-file", secretFile, ...macros],
    });
    expect(code).toBe(0);
    return await arrival(webhook, 1);
  }

  test.each([
    ["FLAPPINGSTART", "FLAPPINGSTART"],
    ["FLAPPINGEND", "FLAPPINGSTOP"],
    ["DOWNTIMEREMOVED", "DOWNTIMECANCELLED"],
    ["Custom", "CUSTOM"],
  ])("Icinga's %s is Checkmk's %s", async (theirs, ours) => {
    expect(await sent({ ICINGA_HOSTNAME: "db1", ICINGA_NOTIFICATIONTYPE: theirs })).toEqual({
      source: "icinga",
      WHAT: "HOST",
      HOSTNAME: "db1",
      NOTIFICATIONTYPE: ours,
    });
  });

  test("Nagios' empty and unexpanded macros are left out, of arguments and environment", async () => {
    const env = {
      NAGIOS_HOSTNAME: "db1",
      NAGIOS_SERVICEDESC: "",
      NAGIOS_HOSTOUTPUT: "from the environment",
      NAGIOS_HOSTADDRESS: "$HOSTADDRESS$",
      NAGIOS_CONTACTEMAIL: "ada@example.org",
      NAGIOS__HOSTSNMP_COMMUNITY: "public",
    };
    expect(await sent(env, ["SERVICEOUTPUT=$SERVICEOUTPUT$", "HOSTOUTPUT=a=b \\n", "X"])).toEqual({
      source: "nagios",
      WHAT: "HOST",
      HOSTNAME: "db1",
      HOSTOUTPUT: "a=b \\n",
    });
  });

  test("Nagios' long outputs get their lines and backslashes back", async () => {
    const long = String.raw`LONGSERVICEOUTPUT=C:\\new\nsecond \\\n\\n \t`;
    expect(await sent({}, ["HOSTNAME=db1", "SERVICEDESC=Disk", long])).toMatchObject({
      WHAT: "SERVICE",
      LONGSERVICEOUTPUT: "C:\\new\nsecond \\\n\\n \\t",
    });
  });

  test("nobody but the script tries again: a full queue is no loss", async () => {
    await using webhook = startWebhook(503, 200);
    const { code } = await notify({
      env: { ICINGA_HOSTNAME: "db1" },
      args: ["--url", webhook.url.href, "--secret-file", secretFile],
    });
    expect(code).toBe(0);
    expect(webhook.requests).toHaveLength(2);
  });
});
