import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bulkLine } from "./bulk_input.ts";
import { HAS_PYTHON, notify, parameters, payload, startWebhook, variables } from "./script.ts";

/** What the analyzer may learn. Whoever lets the script say more must say so here. */
const ALLOWED = [
  ...["WHAT", "NOTIFICATIONTYPE", "NOTIFICATIONAUTHOR", "NOTIFICATIONCOMMENT"],
  ...["HOSTNAME", "HOSTALIAS", "HOSTADDRESS", "HOST_ADDRESS_4", "HOST_ADDRESS_6"],
  ...["HOSTGROUPNAMES", "HOSTURL", "HOSTSTATE", "HOSTSHORTSTATE", "LASTHOSTSTATE"],
  ...["LASTHOSTSTATEID", "PREVIOUSHOSTHARDSTATE", "HOSTATTEMPT", "HOSTPROBLEMID"],
  ...["HOSTNOTIFICATIONNUMBER", "HOSTDOWNTIME", "HOSTCHECKCOMMAND", "HOSTOUTPUT"],
  ...["LONGHOSTOUTPUT", "HOSTPERFDATA", "HOSTACKAUTHOR", "HOSTACKCOMMENT"],
  ...["SERVICEDESC", "SERVICEURL", "SVC_SL", "SERVICESTATE"],
  ...["SERVICESHORTSTATE", "LASTSERVICESTATE", "LASTSERVICESTATEID"],
  ...["PREVIOUSSERVICEHARDSTATE", "SERVICEATTEMPT", "SERVICEPROBLEMID"],
  ...["SERVICENOTIFICATIONNUMBER", "SERVICECHECKCOMMAND"],
  ...["SERVICEOUTPUT", "LONGSERVICEOUTPUT", "SERVICEPERFDATA", "SERVICEACKAUTHOR"],
  ...["SERVICEACKCOMMENT", "OMD_SITE", "MONITORING_HOST", "MICROTIME", "SHORTDATETIME"],
];

/** Among all that Checkmk, or somebody's rule, puts there besides. */
const OTHERS = [
  ...["CONTACTNAME", "CONTACTEMAIL", "CONTACTPAGER", "CONTACTALIAS", "CONTACTS"],
  ...["HOST_SNMP_COMMUNITY", "HOST_SL", "HOSTLABEL_cmk/os_family", "SERVICELABEL_team"],
  ...["SERVICE_PASSWORD", "HOSTTAGS", "LOGDIR", "MAIL_COMMAND", "EC_COMMENT", "hostname"],
];

/** Any characters that an environment can hold. */
const text = fc.string({ unit: "binary", maxLength: 60 }).map((value) =>
  value.replaceAll("\0", "")
);

const value = fc.oneof(
  { weight: 8, arbitrary: text },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "$SERVICEDESC$", "$_HOSTX1$", "$", "$$", "$a$", "$A$ "),
  },
  // Around the limit, in characters of one to four bytes.
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("x", "ß", "€", "🔥"), fc.nat(4), text).map((
      [unit, more, end],
    ) => "y".repeat(more) + unit.repeat(8190 / new TextEncoder().encode(unit).length) + end),
  },
);

const context = fc.dictionary(fc.constantFrom(...ALLOWED, ...OTHERS), value, { maxKeys: 25 });

/** What of a value arrives, said in another way than the script says it. */
function arrives(name: string, value: string): string {
  if (!ALLOWED.includes(name) || /^\$[A-Z_][A-Z0-9_]*\$$/.test(value)) return "";
  const whole = name.endsWith("CHECKCOMMAND") ? value.replace(/!.*$/s, "") : value;
  const size = (text: string) => new TextEncoder().encode(text).length;
  if (size(whole) <= 8192) return whole;
  let kept = "";
  for (const character of whole) {
    if (size(kept + character) > 8192 - 3) break;
    kept += character;
  }
  return kept + "…";
}

function expected(context: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(context)
      .map(([name, value]) => [name, arrives(name, value)] as const)
      .filter(([, value]) => value !== ""),
  );
}

describe.skipIf(!HAS_PYTHON)("any values", () => {
  test("in the environment: the allowed ones arrive unchanged or cut, no other ever does", async () => {
    await fc.assert(
      fc.asyncProperty(context, async (context) => {
        await using webhook = startWebhook();
        const given = { ...context, HOSTNAME: "db1" };
        const { code } = await notify({ env: { ...variables(given), ...parameters(webhook.url) } });
        expect(code).toBe(0);
        expect(webhook.requests.map(payload)).toEqual([
          { version: 1, source: "checkmk", notifications: [expected(given)] },
        ]);
      }),
      { numRuns: 25 },
    );
  });

  test("in a bulk", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(context, { minLength: 1, maxLength: 40 }), async (contexts) => {
        await using webhook = startWebhook();
        const given = contexts.map((context) => ({ ...context, HOSTNAME: "db1" }));
        const blocks = given.map((context) => Object.entries(context).map(bulkLine).join(""));
        const { code } = await notify({
          args: ["--bulk"],
          stdin: [`PARAMETER_1=${webhook.url}\nPARAMETER_2=x\n`, ...blocks].join("\n"),
        });
        expect(code).toBe(0);
        const sent = webhook.requests.flatMap((request) => payload(request).notifications);
        expect(sent).toEqual(given.map((context) =>
          expected(Object.fromEntries(
            Object.entries(context).map(([name, value]) => [
              name,
              value.replaceAll("\r", "").replaceAll("\x01", "\n"),
            ]),
          ))
        ));
      }),
      { numRuns: 15 },
    );
  });
});
