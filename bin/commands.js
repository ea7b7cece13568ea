/**
 * The commands of Wattbook: what each one runs and what it may do. Nothing else is allowed.
 *
 * @module
 */

/** Variables that a household's settings may come from (`.env.example`). */
const SETTINGS = [
  "DASHBOARD_URL",
  "SERVICE_ACCOUNT_TOKEN",
  "DATASOURCE_UID",
  "METRICS_URL",
  "AGENT_USER",
  "AGENT_PASSWORD",
  "HOUSEHOLD_ZONE",
  "METER_AIN_REGEX",
  "INVERTER_JOB",
  "METER_JOB",
  // The search for `.env` goes up to the home folder.
  "HOME",
  "USERPROFILE",
];

/** Variables that say how to print. */
const PRINTING = ["NO_COLOR", "TERM"];

/** The settings of the alert services, without those of a cluster or a monitored host. */
const SERVICE = [
  "WEBHOOK_SECRET",
  "API_KEY",
  "API_BASE_URL",
  "LLM_MODEL",
  "LLM_API_VERSION",
  "LLM_TIMEOUT_SECONDS",
  "LLM_THINKING",
  "LLM_EFFORT",
  "LLM_DAILY_TOKENS",
  "LLM_DAILY_USD",
  "PORT",
  "BIND_ADDRESS",
  "MAX_CONNECTIONS",
  "COOLDOWN_SECONDS",
  "SKIP_RESOLVED",
  "PUSH_PUBLISH_URL",
  "PUSH_PUBLISH_TOPIC",
  "PUSH_PUBLISH_TOKEN",
  "PUSH_LINK_HOSTS",
  "STORE_PATH",
  "CASE_RETENTION_DAYS",
  "FACTS_SECONDS",
  "STOP_SECONDS",
  "REDACT",
  "LOG_LEVEL",
];

const CLUSTER = [
  ...SERVICE,
  "PROMETHEUS_URL",
  "ALLOWED_NAMESPACES",
  "MAX_LOG_BYTES",
  "KUBERNETES_SERVICE_HOST",
  "KUBERNETES_SERVICE_PORT",
];

const HOST = [
  ...SERVICE,
  "HOSTMON_API_URL",
  "HOSTMON_API_USER",
  "HOSTMON_API_SECRET",
  "SSH_USER",
  "SSH_PORT",
  "SSH_KEY_PATH",
  "KNOWN_HOSTS_PATH",
];

/** The only variables that the process sees. */
const env = (names) => `--allow-env=${names.join(",")}`;

/** Polars is a native library. When it loads, Undici asks for the processors and the network. */
const POLARS = ["--allow-ffi=node_modules", "--allow-sys=cpus,hostname,networkInterfaces"];

const STORE = ".,/data,/tmp,/var/lib";
/** Read when a service starts, wherever its working folder is. */
const PROMPTS = "<root>alerts/prompts";
const POD_TOKEN =
  "/var/run/secrets/kubernetes.io/serviceaccount,/run/secrets/kubernetes.io/serviceaccount";

/** A service reaches the hosts of its settings, but never the address of a cloud's metadata. */
const SERVICE_NET = ["--allow-net", "--deny-net=169.254.169.254"];

const CLUSTER_MAY = [
  `--allow-read=${STORE},${POD_TOKEN},${PROMPTS}`,
  `--allow-write=${STORE}`,
  ...SERVICE_NET,
];

const HOST_MAY = ["--allow-read", `--allow-write=${STORE}`, ...SERVICE_NET];

const DEMO_MAY = [
  "--allow-read",
  "--allow-write=/tmp",
  "--allow-net=127.0.0.1",
  env(["NO_COLOR"]),
];

/**
 * By name: `about` for the list of commands; `main` and `config`, the file that names the packages
 * (`deno.json` by default), from the root of Wattbook; and the permissions, in which `<root>` is that
 * root. `writes` are the options that name what is written: the launcher permits their folders only.
 * An empty `folder` is a folder that is written only if it is named.
 */
export const COMMANDS = {
  report: {
    about: "daily energies as a table, CSV, JSON, Parquet or a page",
    main: "src/commands/report.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING]), ...POLARS],
    writes: [{ option: "--out", file: "report.csv" }, { option: "--gaps" }],
  },
  serve: {
    about: "the report as a page that keeps itself up to date",
    main: "src/commands/serve.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING]), ...POLARS],
  },
  setup: {
    about: "finds your house on the server and writes the household file",
    main: "src/commands/setup.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING]), ...POLARS],
    writes: [{ option: "--dir", folder: "." }],
  },
  now: {
    about: "what is happening right now",
    main: "src/commands/now.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING])],
  },
  doctor: {
    about: "checks the settings, the server and its metrics",
    main: "src/commands/doctor.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING]), ...POLARS],
  },
  mcp: {
    about: "answers an AI assistant's questions about the house",
    main: "src/commands/mcp.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING, "MCP_TOKEN"]), ...POLARS],
  },
  sync: {
    about: "keeps the samples of a server on disk",
    main: "src/commands/sync.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING]), ...POLARS],
    writes: [{ option: "--dir", folder: "archive" }],
  },
  verify: {
    about: "compares the daily energies with the server's own",
    main: "src/commands/verify.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING]), ...POLARS],
  },
  whatif: {
    about: "what another tariff or a battery would have changed",
    main: "src/commands/whatif.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING]), ...POLARS],
    writes: [{ option: "--out" }, { option: "--plot" }, { option: "--plots", folder: "" }],
  },
  bill: {
    about: "checks a bill against the meter and the tariff",
    main: "src/commands/bill.ts",
    may: ["--allow-read", "--allow-net", env([...SETTINGS, ...PRINTING]), ...POLARS],
  },
  analyzer: {
    about: "the alert service of a cluster",
    main: "alerts/src/main.ts",
    config: "alerts/deno.json",
    may: [...CLUSTER_MAY, env(CLUSTER)],
  },
  "analyzer:doctor": {
    about: "checks what the alert service of a cluster needs",
    main: "alerts/src/doctor/main.ts",
    config: "alerts/deno.json",
    may: [...CLUSTER_MAY, env([...CLUSTER, ...PRINTING])],
  },
  "analyzer:demo": {
    about: "a played alert of a cluster",
    main: "alerts/src/demo/main.ts",
    config: "alerts/deno.json",
    may: DEMO_MAY,
  },
  "host-analyzer": {
    about: "the alert service of monitored hosts",
    main: "alerts/src/host_main.ts",
    config: "alerts/deno.json",
    may: [...HOST_MAY, env(HOST)],
  },
  "host-analyzer:doctor": {
    about: "checks what the alert service of monitored hosts needs",
    main: "alerts/src/doctor/host_main.ts",
    config: "alerts/deno.json",
    may: [...HOST_MAY, env([...HOST, ...PRINTING])],
  },
  "host-analyzer:demo": {
    about: "a played alert of a monitored host",
    main: "alerts/src/demo/host_main.ts",
    config: "alerts/deno.json",
    may: DEMO_MAY,
  },
  redact: {
    about: "takes the secrets out of a text",
    main: "alerts/src/redact/main.ts",
    config: "alerts/deno.json",
    may: [],
  },
  cases: {
    about: "lists the stored alerts",
    main: "alerts/src/cases/main.ts",
    config: "alerts/deno.json",
    may: ["--allow-read", env(["STORE_PATH", ...PRINTING])],
  },
  replay: {
    about: "replays stored alerts from recorded answers",
    main: "alerts/replay/main.ts",
    config: "alerts/deno.json",
    may: ["--allow-read", "--allow-write", env(PRINTING)],
  },
  "replay:record": {
    about: "asks a model and records its answers",
    main: "alerts/replay/record/main.ts",
    config: "alerts/deno.json",
    may: ["--allow-read", "--allow-run=deno", env(PRINTING)],
  },
};
