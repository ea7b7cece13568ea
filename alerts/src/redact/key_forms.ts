import type { SecretType } from "./placeholder.ts";
import type { RuleName } from "./rules.ts";

/** The form that the keys of one provider have. */
export interface KeyForm {
  /** The rule's name in counts and explanations. */
  readonly rule: RuleName;
  /** What it is replaced by. */
  readonly type: SecretType;
  /** Text that every such key has; case matters. At least two ASCII characters. */
  readonly mark: string;
  /** What follows the mark, from there (sticky): one character class at a time, so never slow. */
  readonly tail: RegExp;
  /**
   * What stands before the mark and belongs to the key, up to 12 characters of it.
   *
   * @default nothing
   */
  readonly lead?: RegExp;
  /**
   * Whether the mark is a common sequence of letters and so must begin a word.
   *
   * @default {false}
   */
  readonly word?: boolean;
}

/** One line for each form: rule, type, marks, tail. */
type Row = readonly [
  RuleName,
  SecretType,
  readonly string[],
  RegExp,
  Pick<KeyForm, "lead" | "word">?,
];

const WORD = { word: true };

const ROWS: readonly Row[] = [
  // Clouds
  // At the beginning of a word, though a percent sign and two digits may stand for the character before.
  [
    "aws_key_id",
    "KEY",
    ["AKIA", "ASIA", "ABIA", "ACCA"],
    /(?<=(?:^|[^A-Za-z0-9]|%[0-9A-F]{2})[A-Z]{4})[A-Z0-9]{16}(?![A-Za-z0-9])/y,
  ],
  ["gcp_api_key", "KEY", ["AIza"], /[\w-]{35}/y],
  ["gcp_oauth", "TOKEN", ["ya29."], /[\w.-]{20,}/y],
  ["gcp_oauth", "TOKEN", ["1//0"], /[\w-]{30,}/y, WORD],
  ["gcp_client_secret", "SECRET", ["GOCSPX-"], /[\w-]{20,}/y],
  ["azure_client_secret", "SECRET", ["Q~"], /[\w~.-]{31,34}/y, { lead: /[\w~.-]{3}\d$/ }],
  ["alibaba_key_id", "KEY", ["LTAI"], /[A-Za-z0-9]{16,}/y, WORD],
  ["digitalocean_token", "TOKEN", ["dop_v1_", "doo_v1_", "dor_v1_"], /[a-f0-9]{40,}/y],
  ["heroku_key", "KEY", ["HRKU-"], /[\w-]{30,}/y],
  ["fly_token", "TOKEN", ["fo1_", "fm1_", "fm2_"], /[\w+/=-]{40,}/y, WORD],
  ["tailscale_key", "KEY", ["tskey-"], /[\w-]{16,}/y],
  ["databricks_token", "TOKEN", ["dapi"], /[a-f0-9]{32}(?:-\d)?/y, WORD],
  ["pulumi_token", "TOKEN", ["pul-"], /[a-f0-9]{40}/y, WORD],
  ["terraform_token", "TOKEN", [".atlasv1."], /[\w-]{40,}/y, { lead: /[A-Za-z0-9]{1,12}$/ }],
  ["doppler_token", "TOKEN", ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa."], /[\w.-]{20,}/y, WORD],
  // Code and packages
  ["github_token", "TOKEN", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], /[\w.-]{20,}/y],
  ["github_token", "TOKEN", ["github_pat_"], /\w{20,}/y],
  [
    "gitlab_token",
    "TOKEN",
    ["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "glsoat-", "glft-", "glimt-", "glagent-"],
    /[\w.-]{16,}/y,
  ],
  ["gitlab_token", "TOKEN", ["GR1348941"], /[\w-]{20,}/y],
  ["atlassian_token", "TOKEN", ["ATATT3", "ATCTT3", "ATBB"], /[\w=-]{24,}/y, WORD],
  ["npm_token", "TOKEN", ["npm_"], /[A-Za-z0-9]{36,}/y, WORD],
  ["pypi_token", "TOKEN", ["pypi-"], /[\w-]{50,}/y],
  ["rubygems_key", "KEY", ["rubygems_"], /[a-f0-9]{48}/y],
  ["docker_token", "TOKEN", ["dckr_pat_", "dckr_oat_"], /[\w-]{20,}/y],
  ["jfrog_key", "KEY", ["AKCp"], /[A-Za-z0-9]{50,}/y],
  ["jfrog_token", "TOKEN", ["cmVmdGtu"], /[A-Za-z0-9]{40,}/y],
  // Chat, mail, push
  [
    "slack_token",
    "TOKEN",
    ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxc-", "xoxd-"],
    /[\w%+/=-]{10,}/y,
  ],
  ["slack_token", "TOKEN", ["xoxe.", "xoxe-", "xapp-"], /[\w.-]{16,}/y],
  ["webhook_url", "TOKEN", ["hooks.slack.com/services/"], /[\w/-]{16,}/y],
  [
    "webhook_url",
    "TOKEN",
    ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    /[\w/-]{20,}/y,
  ],
  ["webhook_url", "TOKEN", [".webhook.office.com/webhookb2/"], /[\w@/-]{20,}/y],
  ["telegram_token", "TOKEN", [":AA"], /[\w-]{32,33}/y, { lead: /(?<!\d)\d{8,10}$/ }],
  ["ntfy_token", "TOKEN", ["tk_"], /[a-z0-9]{29}(?![A-Za-z0-9])/y, WORD],
  ["sendgrid_key", "KEY", ["SG."], /[\w-]{16,}\.[\w-]{16,}/y, WORD],
  ["mailgun_key", "KEY", ["key-"], /[a-f0-9]{32}/y, WORD],
  ["twilio_key", "KEY", ["SK"], /[a-f0-9]{32}(?![A-Za-z0-9])/y, WORD],
  // Payment, shops
  ["stripe_key", "KEY", ["sk_live_", "sk_test_", "rk_live_", "rk_test_"], /[A-Za-z0-9]{16,}/y],
  ["stripe_webhook_secret", "SECRET", ["whsec_"], /[A-Za-z0-9+/=]{24,}/y],
  ["shopify_token", "TOKEN", ["shpat_", "shpca_", "shppa_", "shpss_"], /[a-fA-F0-9]{32}/y],
  ["square_token", "TOKEN", ["sq0atp-", "sq0csp-"], /[\w-]{22,}/y],
  // Models
  ["anthropic_key", "KEY", ["sk-ant-"], /[\w-]{16,}/y],
  ["openrouter_key", "KEY", ["sk-or-v1-", "sk-or-"], /[\w-]{16,}/y],
  ["openai_key", "KEY", ["sk-proj-", "sk-svcacct-", "sk-admin-"], /[\w-]{16,}/y],
  ["openai_key", "KEY", ["sk-"], /[A-Za-z0-9]{20,}/y, WORD],
  ["huggingface_token", "TOKEN", ["hf_"], /[A-Za-z0-9]{30,}/y, WORD],
  ["groq_key", "KEY", ["gsk_"], /[A-Za-z0-9]{40,}/y, WORD],
  ["replicate_token", "TOKEN", ["r8_"], /[A-Za-z0-9]{37,}/y, WORD],
  ["perplexity_key", "KEY", ["pplx-"], /[A-Za-z0-9]{40,}/y, WORD],
  ["xai_key", "KEY", ["xai-"], /[A-Za-z0-9]{60,}/y, WORD],
  // Observability
  ["grafana_token", "TOKEN", ["glsa_"], /[A-Za-z0-9]{20,}_?[A-Fa-f0-9]{0,8}/y],
  ["grafana_token", "TOKEN", ["glc_"], /[A-Za-z0-9+/=]{32,}/y],
  ["grafana_token", "TOKEN", ["eyJrIjoi"], /[A-Za-z0-9+/=]{40,}/y],
  ["dynatrace_token", "TOKEN", ["dt0c01.", "dt0s01."], /[A-Z0-9]{24}\.[A-Z0-9]{64}/y],
  ["newrelic_key", "KEY", ["NRAK-", "NRII-", "NRIQ-", "NRAA-", "NRJS-"], /[\w-]{19,}/y],
  ["sentry_token", "TOKEN", ["sntrys_", "sntryu_"], /[\w+/=.-]{32,}/y],
  ["postman_key", "KEY", ["PMAK-"], /[a-f0-9-]{40,}/y],
  ["linear_key", "KEY", ["lin_api_"], /[A-Za-z0-9]{32,}/y],
  ["figma_token", "TOKEN", ["figd_"], /[\w-]{36,}/y],
  ["notion_token", "TOKEN", ["ntn_"], /[A-Za-z0-9]{40,}/y, WORD],
  // Clusters and vaults
  ["vault_token", "TOKEN", ["hvs.", "hvb.", "hvr."], /[\w-]{20,}/y, WORD],
  ["vault_token", "TOKEN", ["s."], /(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![A-Za-z0-9.])/y, WORD],
  ["openshift_token", "TOKEN", ["sha256~"], /[\w-]{40,}/y],
  ["eks_token", "TOKEN", ["k8s-aws-v1."], /[\w-]{40,}/y],
  ["k3s_token", "TOKEN", ["K10"], /[a-f0-9]{64}::[\w.-]{1,64}:[\w.-]{16,}/y],
  ["onepassword_token", "TOKEN", ["ops_eyJ"], /[A-Za-z0-9+/=]{60,}/y],
  ["age_key", "PRIVATE_KEY", ["AGE-SECRET-KEY-1"], /[A-Z0-9]{50,}/y],
  // `-----BEGIN ` in base64, as Kubernetes keeps keys
  ["pem_block", "PEM", ["LS0tLS1CRUdJTi"], /[A-Za-z0-9+/]{16,}={0,2}/y],
  // Hashes of passwords: what a dictionary turns back
  ["password_hash", "HASH", ["$2a$", "$2b$", "$2x$", "$2y$"], /\d\d\$[./A-Za-z0-9]{50,53}/y],
  ["password_hash", "HASH", ["$argon2i", "$argon2d"], /d?\$[\w=,$+/.-]{20,}/y],
  [
    "password_hash",
    "HASH",
    ["$1$", "$5$", "$6$", "$apr1$", "$y$"],
    /[\w=./]{1,40}\$[\w./]{16,}(?:\$[\w./]{16,})?/y,
  ],
  [
    "password_hash",
    "HASH",
    ["pbkdf2_sha256$", "pbkdf2_sha512$"],
    /\d{1,9}\$[\w+/=.-]{1,64}\$[\w+/=]{16,}/y,
  ],
  ["password_hash", "HASH", ["SCRAM-SHA-256$", "SCRAM-SHA-1$"], /[\w+/=:$]{40,}/y],
  ["password_hash", "HASH", ["{SSHA}", "{SHA}", "{SSHA512}", "{SSHA256}"], /[A-Za-z0-9+/=]{24,}/y],
];

/**
 * The forms of provider keys. A form is a mark and a tail, so that looking for seventy of them
 * takes one pass: no pattern is tried where its mark does not stand.
 */
export const KEY_FORMS: readonly KeyForm[] = ROWS.flatMap(([rule, type, marks, tail, more]) =>
  marks.map((mark) => ({ rule, type, mark, tail: withoutStack(tail), ...more }))
);

/**
 * `[a-z]{20,}` as `[a-z]{20}[a-z]*`, which means the same. Of the first, engines keep a place for
 * each repetition, and after some megabytes there is no stack left.
 */
function withoutStack({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replaceAll(/(\[[^\]]+\]|\\w)\{(\d+),\}/g, "$1{$2}$1*"), flags);
}
