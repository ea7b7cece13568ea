import { describe, expect, test } from "vitest";
import { loadConfig } from "../src/config.ts";
import { type ErrorCode, WattbookError } from "../src/errors.ts";

const load = (settings: Record<string, string>, dotenv?: string) =>
  loadConfig(new Map(Object.entries(settings)), () => dotenv);

function failure(run: () => unknown): WattbookError {
  try {
    run();
  } catch (error) {
    if (error instanceof WattbookError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown");
}

const A = { DASHBOARD_URL: "https://dash.example/grafana/", SERVICE_ACCOUNT_TOKEN: "glsa_x" };
const B = { METRICS_URL: "https://m.example", AGENT_USER: "agent", AGENT_PASSWORD: "pass word" };

describe("loadConfig()", () => {
  test("gives no route when nothing is set", () => {
    expect(load({})).toEqual({ route: null });
    expect(load({ METRICS_URL: "", HOUSEHOLD_ZONE: "  " })).toEqual({ route: null });
  });

  test("names what .env sets and no setting reads", () => {
    expect(load({ PATH: "/bin" }, "PROMETHEUS_URL=http://h:9090\nMETRICS_URL=\nTZ=Asia/Tokyo"))
      .toEqual({ route: null, unknown: ["PROMETHEUS_URL", "TZ"] });
    expect(load({}, "METRICS_URL=http://h:9090")).not.toHaveProperty("unknown");
  });

  test("knows the dashboard's route", () => {
    const { route } = load({ ...A, DATASOURCE_UID: "ab-1_c" });
    if (route?.kind !== "dashboard") throw new Error(`${route?.kind}`);
    expect(route.url.href).toBe("https://dash.example/grafana/");
    expect(route.token.reveal()).toBe("glsa_x");
    expect(route.datasourceUid).toBe("ab-1_c");
    expect(load(A).route).not.toHaveProperty("datasourceUid");
  });

  test("knows the gateway's route and keeps the spaces of a password", () => {
    const { route } = load({ ...B, AGENT_PASSWORD: " pass word " });
    if (route?.kind !== "gateway") throw new Error(`${route?.kind}`);
    expect([route.user, route.password.reveal()]).toEqual(["agent", " pass word "]);
  });

  test("knows the direct route", () => {
    const { route } = load({ METRICS_URL: "http://127.0.0.1:9090/prometheus" });
    expect(route).toEqual({ kind: "direct", url: new URL("http://127.0.0.1:9090/prometheus") });
  });

  test("reads the household", () => {
    expect(load({
      HOUSEHOLD_ZONE: "Asia/Kolkata",
      METER_AIN_REGEX: "12345 6(-1)?",
      INVERTER_JOB: "inverter.*",
      METER_JOB: "meter",
    })).toEqual({
      route: null,
      zone: "Asia/Kolkata",
      meterAinRegex: "12345 6(-1)?",
      inverterJob: "inverter.*",
      meterJob: "meter",
    });
  });

  test("lets the environment win over .env, except where it is empty", () => {
    const dotenv = `# a comment
METRICS_URL=http://from.file
HOUSEHOLD_ZONE='Europe/Berlin'
export METER_JOB="meter"
`;
    const config = load({ METRICS_URL: "http://from.env", METER_JOB: "" }, dotenv);
    expect(config.route?.url.href).toBe("http://from.env/");
    expect([config.zone, config.meterJob]).toEqual(["Europe/Berlin", "meter"]);
  });

  test.each<[why: string, settings: Record<string, string>, code: ErrorCode, names: string[]]>([
    ["no token", { DASHBOARD_URL: A.DASHBOARD_URL }, "HALF_CONFIGURED", ["SERVICE_ACCOUNT_TOKEN"]],
    ["no address", { SERVICE_ACCOUNT_TOKEN: "x" }, "HALF_CONFIGURED", ["DASHBOARD_URL"]],
    ["a uid alone", { DATASOURCE_UID: "x" }, "HALF_CONFIGURED", ["DASHBOARD_URL"]],
    ["no password", { ...B, AGENT_PASSWORD: "" }, "HALF_CONFIGURED", ["AGENT_PASSWORD"]],
    ["no user", { ...B, AGENT_USER: "" }, "HALF_CONFIGURED", ["AGENT_USER"]],
    ["a user alone", { AGENT_USER: "a" }, "HALF_CONFIGURED", ["METRICS_URL", "AGENT_PASSWORD"]],
    [
      "both halves",
      { DASHBOARD_URL: A.DASHBOARD_URL, AGENT_USER: "a" },
      "HALF_CONFIGURED",
      ["SERVICE_ACCOUNT_TOKEN", "METRICS_URL", "AGENT_PASSWORD"],
    ],
    [
      "half a dashboard beside a direct address",
      { DASHBOARD_URL: A.DASHBOARD_URL, METRICS_URL: B.METRICS_URL },
      "HALF_CONFIGURED",
      ["SERVICE_ACCOUNT_TOKEN"],
    ],
    ["both routes", { ...A, ...B }, "AMBIGUOUS_ROUTE", ["DASHBOARD_URL", "METRICS_URL"]],
    [
      "the dashboard and a direct address",
      { ...A, METRICS_URL: B.METRICS_URL },
      "AMBIGUOUS_ROUTE",
      ["DASHBOARD_URL", "METRICS_URL"],
    ],
    ["no address at all", { METRICS_URL: "metrics" }, "BAD_SETTING", ["METRICS_URL"]],
    ["another scheme", { METRICS_URL: "ftp://x" }, "BAD_SETTING", ["METRICS_URL"]],
    ["a query string", { METRICS_URL: "http://x/?a=1" }, "BAD_SETTING", ["METRICS_URL"]],
    ["a colon in the name", { ...B, AGENT_USER: "a:b" }, "BAD_SETTING", ["AGENT_USER"]],
    ["a broken token", { ...A, SERVICE_ACCOUNT_TOKEN: "a b" }, "BAD_SETTING", [
      "SERVICE_ACCOUNT_TOKEN",
    ]],
    ["no such zone", { HOUSEHOLD_ZONE: "Europe/Bonn" }, "BAD_SETTING", [
      "HOUSEHOLD_ZONE",
      "Europe/Bonn",
    ]],
    ["no pattern", { METER_AIN_REGEX: "12(" }, "BAD_SETTING", ["METER_AIN_REGEX"]],
    ["no pattern either", { INVERTER_JOB: "[", METER_JOB: "*" }, "BAD_SETTING", [
      "INVERTER_JOB",
      "METER_JOB",
    ]],
    ["a path in a uid", { ...A, DATASOURCE_UID: "../x" }, "BAD_SETTING", ["DATASOURCE_UID"]],
  ])("refuses %s", (_why, settings, code, names) => {
    const error = failure(() => load(settings));
    expect(error.code).toBe(code);
    for (const name of names) expect(error.message).toContain(name);
    expect(error.hint).not.toBe("");
  });

  test.each([
    { METRICS_URL: "https://canary-user:canary-word@host" },
    { METRICS_URL: "https://canary-user@host/" },
    { METRICS_URL: "canary-user:canary-word@host" },
    { METRICS_URL: "https://canary-word:[@host" },
    { ...A, SERVICE_ACCOUNT_TOKEN: "canary word" },
    { ...B, AGENT_PASSWORD: "canary\u0007" },
  ])("never repeats what may be a secret (%#)", (settings) => {
    const error = failure(() => load(settings));
    expect(error.code).toBe("BAD_SETTING");
    expect(Deno.inspect(error, { depth: 10 }) + error.stack + JSON.stringify(error))
      .not.toContain("canary");
  });
});

test(".env.example names every setting and is itself valid", async () => {
  const text = await Deno.readTextFile(new URL("../.env.example", import.meta.url));
  expect(load({}, text)).toEqual({ route: null, zone: "Europe/Berlin" });
  const source = await Deno.readTextFile(new URL("../src/config.ts", import.meta.url));
  const names = [...new Set(source.match(/\b[A-Z]+_[A-Z_]+(?=: )/g))].filter((one) =>
    !["ROUTE_SETTINGS", "HOW_TO_CONFIGURE"].includes(one)
  );
  expect(names.length).toBe(11);
  for (const name of names) expect(text).toMatch(new RegExp(`^${name}=`, "m"));
});
