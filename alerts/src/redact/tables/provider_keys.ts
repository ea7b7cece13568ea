import type { SecretType } from "../placeholder.ts";

/** The keys of one provider. */
interface Provider {
  /** What the rule finds, for the page of rules. */
  readonly finds: string;
  /** What they are replaced by. */
  readonly type: SecretType;
  readonly forms: readonly Form[];
}

/** One form of a key. */
interface Form {
  /** Texts of which every such key has one, separated by blanks; case matters. */
  readonly marks: string;
  /** What follows the mark, from there (sticky): one character class at a time, so never slow. */
  readonly tail: RegExp;
  /**
   * What follows in a real key, as its provider documents it: `w` stands for letters and digits, `u`
   * for capitals, `l` for small letters and digits, `x` for hexadecimal digits, `d` for digits; `w36`
   * is 36 of them, all else is itself. Each is a test.
   */
  readonly example: string;
  /** What stands before the mark and belongs to the key, up to 48 characters, and an example of it. */
  readonly lead?: readonly [RegExp, string];
  /** Whether the mark is a common sequence of letters and so must begin a word. @default {false} */
  readonly word?: true;
}

const W = /[A-Za-z0-9]{20,}/y, TOKEN = /[\w-]{16,}/y;
const UUID = /[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}/y;

/** A form whose mark may stand anywhere. */
const form = (marks: string, tail: RegExp, example: string): Form => ({ marks, tail, example });
/** A form whose mark must begin a word. */
const word = (marks: string, tail: RegExp, example: string): Form => ({
  marks,
  tail,
  example,
  word: true,
});

const key = (finds: string, ...forms: readonly Form[]): Provider => ({ finds, type: "KEY", forms });
const token = (finds: string, ...forms: readonly Form[]): Provider => ({
  finds,
  type: "TOKEN",
  forms,
});

/** Keys that their form gives away, by provider. */
export const PROVIDERS = {
  adobe_secret: key(
    "Adobe client secret",
    word("p8e-", /[A-Za-z0-9_-]{32}(?![A-Za-z0-9])/y, "w32"),
  ),
  age_key: {
    finds: "Private key of age",
    type: "PRIVATE_KEY",
    forms: [form("AGE-SECRET-KEY-1", /[A-Z0-9]{50,}/y, "u58")],
  },
  airtable_token: token("Airtable token", word("pat", /[A-Za-z0-9]{14}\.[a-f0-9]{64}/y, "w14.x64")),
  alibaba_key_id: key("Alibaba Cloud access key", word("LTAI", /[A-Za-z0-9]{16,}/y, "w20")),
  anthropic_key: key("Anthropic API key", form("sk-ant-", TOKEN, "api03-w93AA")),
  astra_token: token(
    "DataStax Astra token",
    form("AstraCS:", /\w{20,32}:[a-f0-9]{64}/y, "w24:x64"),
  ),
  atlassian_token: token(
    "Atlassian and Bitbucket token",
    word("ATATT3 ATCTT3 ATBB", /[\w=-]{24,}/y, "w180"),
  ),
  // A percent sign and two digits may stand for the character before.
  aws_key_id: key(
    "AWS access key ID",
    form(
      "AKIA ASIA ABIA ACCA",
      /(?<=(?:^|[^A-Za-z0-9]|%[0-9A-F]{2})[A-Z]{4})[A-Z0-9]{16}(?![A-Za-z0-9])/y,
      "u16",
    ),
    word("A3T", /[A-Z0-9]{17}(?![A-Za-z0-9])/y, "u17"),
    word("ABSK", /[A-Za-z0-9+/]{100,}={0,2}/y, "w128"),
    form("bedrock-api-key-", /[A-Za-z0-9+/]{28,}={0,2}/y, "YmVkcm9jay5hbWF6b25hd3MuY29tw60"),
  ),
  azure_client_secret: {
    finds: "Azure client secret",
    type: "SECRET",
    forms: [{ ...form("Q~", /[\w~.-]{31,34}/y, "w34"), lead: [/[\w~.-]{3}\d$/, "aB38"] }],
  },
  brevo_key: key(
    "Brevo API key",
    form("xkeysib- xsmtpsib-", /[a-f0-9]{64}-[A-Za-z0-9]{16}/y, "x64-w16"),
  ),
  buildkite_token: token("Buildkite token", word("bkua_ bkaj_ bkat_", /[a-z0-9]{40}/y, "x40")),
  circleci_token: token(
    "CircleCI token",
    form("CCIPAT_ CCIPRJ_", /\w{20,30}_[a-f0-9]{40}/y, "w22_x40"),
  ),
  clickhouse_key: key(
    "ClickHouse Cloud key",
    word("4b1d", /[A-Za-z0-9]{38}(?![A-Za-z0-9])/y, "w38"),
  ),
  clojars_token: token("Clojars token", form("CLOJARS_", /[a-z0-9]{60}/y, "l60")),
  cloudflare_key: key(
    "Cloudflare origin CA key",
    word("v1.0-", /[a-f0-9]{24}-[a-f0-9]{146}/y, "x24-x146"),
  ),
  contentful_token: token("Contentful token", form("CFPAT-", /[\w-]{40,}/y, "w43")),
  databricks_token: token("Databricks token", word("dapi", /[a-f0-9]{32}(?:-\d)?/y, "x32")),
  dbt_token: token("dbt token", word("dbtc_ dbtu_", /[\w-]{30,}={0,2}/y, "w43")),
  digitalocean_token: token(
    "DigitalOcean token",
    form("dop_v1_ doo_v1_ dor_v1_", /[a-f0-9]{40,}/y, "x64"),
  ),
  discord_token: token(
    "Discord bot token",
    word(
      "MT Mj Mz ND NT Nj Nz OD OT",
      /[\w-]{22,24}\.[\w-]{6}\.[\w-]{27,38}(?![\w-])/y,
      "w22.w6.w38",
    ),
  ),
  docker_token: token("Docker Hub token", form("dckr_pat_ dckr_oat_", /[\w-]{20,}/y, "w27")),
  doppler_token: token(
    "Doppler token",
    word("dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", /[\w.-]{20,}/y, "w43"),
  ),
  duffel_token: token("Duffel token", form("duffel_test_ duffel_live_", /[\w=-]{40,}/y, "w43")),
  dynatrace_token: token(
    "Dynatrace token",
    form("dt0c01. dt0s01. dt0s16.", /[A-Z0-9]{24}\.[A-Z0-9]{64}/y, "u24.u64"),
  ),
  easypost_key: key("EasyPost key", word("EZAK EZTK", /[A-Za-z0-9]{54}/y, "w54")),
  eks_token: token("EKS login token", form("k8s-aws-v1.", /[\w-]{40,}/y, "w80")),
  elastic_key: key(
    "Elastic key or service token",
    word("essu_ AAEAAWVsYXN0aWM", /[\w+/=-]{32,}/y, "w60"),
  ),
  facebook_token: token("Facebook token", word("EAA", /[A-Za-z0-9]{90,}/y, "Mw110")),
  figma_token: token("Figma token", form("figd_ figo_ figu_", /[\w-]{36,}/y, "w40")),
  flutterwave_key: key(
    "Flutterwave key",
    form("FLWSECK_TEST- FLWSECK-", /[a-h0-9]{12,32}(?:-X)?/y, "x32-X"),
  ),
  fly_token: token("Fly.io token", word("fo1_ fm1_ fm1r_ fm1a_ fm2_", /[\w+/=-]{40,}/y, "w100")),
  frameio_token: token("Frame.io token", form("fio-u-", /[\w=-]{60,}/y, "w64")),
  gcp_api_key: key("Google API key", form("AIza", /[\w-]{35}/y, "w35")),
  gcp_client_secret: {
    finds: "Google OAuth client secret",
    type: "SECRET",
    forms: [form("GOCSPX-", /[\w-]{20,}/y, "w28")],
  },
  gcp_oauth: token(
    "Google OAuth token",
    form("ya29.", /[\w.-]{20,}/y, "w120"),
    word("1//0", /[\w-]{30,}/y, "w60"),
  ),
  github_token: token(
    "GitHub token",
    form("ghp_ gho_ ghu_ ghs_ ghr_", /[\w.-]{20,}/y, "w36"),
    form("github_pat_", /\w{20,}/y, "w22_w59"),
  ),
  gitlab_token: token(
    "GitLab token",
    form(
      "glpat- gldt- glrt- glrtr- glptt- glcbt- glsoat- glft- glffct- glimt- glagent- gloas- glwt-",
      /[\w.-]{16,}/y,
      "w20",
    ),
    form("GR1348941", /[\w-]{20,}/y, "w20"),
  ),
  grafana_token: token(
    "Grafana token or API key",
    form("glsa_", /[A-Za-z0-9]{20,}_?[A-Fa-f0-9]{0,8}/y, "w32_x8"),
    form("glc_", /[A-Za-z0-9+/=]{32,}/y, "w120"),
    form("eyJrIjoi", /[A-Za-z0-9+/=]{40,}/y, "w80"),
  ),
  groq_key: key("Groq API key", word("gsk_", /[A-Za-z0-9]{40,}/y, "w52")),
  harness_key: key(
    "Harness key",
    word("pat. sat.", /[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/y, "w22.w24.w20"),
  ),
  heroku_key: key("Heroku API key", form("HRKU-", /[\w-]{30,}/y, "AAw58")),
  hubspot_token: token(
    "HubSpot token",
    word("pat-na1- pat-na2- pat-eu1- pat-ap1-", UUID, "x8-x4-x4-x4-x12"),
  ),
  huggingface_token: token(
    "Hugging Face token",
    word("hf_ api_org_", /[A-Za-z0-9]{34}(?![A-Za-z0-9])/y, "w34"),
  ),
  infracost_key: key("Infracost key", word("ico-", /[A-Za-z0-9]{32}/y, "w32")),
  intra42_secret: key("42 API secret", form("s-s4t2ud- s-s4t2af-", /[a-f0-9]{64}/y, "x64")),
  jfrog_key: key("JFrog API key", form("AKCp", /[A-Za-z0-9]{50,}/y, "w69")),
  jfrog_token: token("JFrog token", form("cmVmdGtu", /[A-Za-z0-9]{40,}/y, "w56")),
  k3s_token: token(
    "K3s node token",
    form("K10", /[a-f0-9]{64}::[\w.-]{1,64}:[\w.-]{16,}/y, "x64::server:x32"),
  ),
  langsmith_key: key(
    "LangSmith key",
    word("lsv2_pt_ lsv2_sk_", /[a-f0-9]{32}_[a-f0-9]{10}/y, "x32_x10"),
  ),
  launchdarkly_key: key("LaunchDarkly key", word("sdk- mob- api-", UUID, "x8-x4-x4-x4-x12")),
  linear_key: key("Linear API key", form("lin_api_ lin_oauth_", /[A-Za-z0-9]{32,}/y, "w40")),
  mailchimp_key: key("Mailchimp key", {
    ...form("-us", /\d{1,2}(?![\w-])/y, "12"),
    lead: [/[a-f0-9]{32}$/, "0123456789abcdef0123456789abcdef"],
  }),
  mailgun_key: key("Mailgun API key", word("key-", /[a-f0-9]{32}/y, "x32")),
  mapbox_token: token("Mapbox secret token", word("sk.eyJ", /[\w-]{40,}\.[\w-]{20,}/y, "w57.w22")),
  maxmind_key: key("MaxMind key", {
    ...form("_mmk", /(?!\w)/y, ""),
    lead: [/[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/, "aB3dE5_aB3dE5gH7jK9mN1pQ3sT5uV7wX9zA"],
  }),
  netlify_token: token("Netlify token", word("nfp_ nfc_ nfo_ nfu_", /[A-Za-z0-9]{36,}/y, "w36")),
  newrelic_key: key("New Relic key", form("NRAK- NRII- NRIQ- NRAA- NRJS-", /[\w-]{19,}/y, "u27")),
  notion_token: token("Notion token", word("ntn_ secret_", /[A-Za-z0-9]{40,}/y, "w46")),
  npm_token: token("npm token", word("npm_", /[A-Za-z0-9]{36,}/y, "w36")),
  ntfy_token: token("ntfy token", word("tk_", /[a-z0-9]{29}(?![A-Za-z0-9])/y, "l29")),
  nvidia_key: key("NVIDIA API key", word("nvapi-", /[\w-]{40,}/y, "w64")),
  octopus_key: key("Octopus Deploy key", word("API-", /[A-Z0-9]{26}(?![A-Za-z0-9])/y, "u26")),
  onepassword_token: token(
    "1Password service account or secret key",
    form("ops_eyJ", /[A-Za-z0-9+/=]{60,}/y, "w250"),
    word(
      "A3-",
      /[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/y,
      "u6-u11-u5-u5-u5",
    ),
  ),
  openai_key: key(
    "OpenAI API key",
    form("sk-proj- sk-svcacct- sk-admin-", TOKEN, "w124"),
    word("sk-", /[A-Za-z0-9]{20,}/y, "w48"),
  ),
  openrouter_key: key("OpenRouter API key", form("sk-or-v1- sk-or-", TOKEN, "x64")),
  openshift_token: token("OpenShift token", form("sha256~", /[\w-]{40,}/y, "w43")),
  perplexity_key: key("Perplexity API key", word("pplx-", /[A-Za-z0-9]{40,}/y, "w48")),
  pinecone_key: key("Pinecone key", word("pcsk_", /\w{40,}/y, "w6_w63")),
  plaid_token: token(
    "Plaid token",
    form("access-sandbox- access-development- access-production-", UUID, "x8-x4-x4-x4-x12"),
  ),
  planetscale_token: token(
    "PlanetScale token or password",
    form("pscale_tkn_ pscale_pw_ pscale_oauth_", /[\w=.-]{32,64}/y, "w43"),
  ),
  posthog_key: key("PostHog key", word("phc_ phx_", /[A-Za-z0-9]{40,}/y, "w43")),
  postman_key: key("Postman API key", form("PMAK-", /[a-f0-9-]{40,}/y, "x24-x34")),
  prefect_key: key("Prefect key", word("pnu_ pnb_", /[A-Za-z0-9]{36}/y, "w36")),
  pulumi_token: token("Pulumi token", word("pul-", /[a-f0-9]{40}/y, "x40")),
  pypi_token: token("PyPI token", form("pypi-", /[\w-]{50,}/y, "AgEIcHlwaS5vcmcw80")),
  razorpay_key: key("Razorpay key", form("rzp_live_ rzp_test_", /[A-Za-z0-9]{14,}/y, "w14")),
  readme_key: key("ReadMe key", form("rdme_", /[a-z0-9]{60,}/y, "l70")),
  render_key: key("Render key", word("rnd_", /[A-Za-z0-9]{28,}/y, "w32")),
  replicate_token: token("Replicate token", word("r8_", /[A-Za-z0-9]{37,}/y, "w37")),
  resend_key: key("Resend key", word("re_", /[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/y, "w8_w24")),
  rubygems_key: key("RubyGems API key", form("rubygems_", /[a-f0-9]{48}/y, "x48")),
  salesforce_token: token(
    "Salesforce session",
    word("00D", /[A-Za-z0-9]{12,15}![\w.]{60,}/y, "w12!w96"),
  ),
  scalingo_token: token("Scalingo token", form("tk-us-", /[\w-]{48}/y, "w48")),
  sendgrid_key: key("SendGrid API key", word("SG.", /[\w-]{16,}\.[\w-]{16,}/y, "w22.w43")),
  sentry_token: token("Sentry token", form("sntrys_ sntryu_", /[\w+/=.-]{32,}/y, "w64")),
  shippo_token: token("Shippo token", form("shippo_live_ shippo_test_", /[a-fA-F0-9]{40}/y, "x40")),
  shopify_token: token(
    "Shopify token",
    form("shpat_ shpca_ shppa_ shpss_", /[a-fA-F0-9]{32}/y, "x32"),
  ),
  slack_token: token(
    "Slack token",
    form("xoxb- xoxp- xoxa- xoxr- xoxs- xoxc- xoxd- xoxo-", /[\w%+/=-]{10,}/y, "d12-d12-w24"),
    form("xoxe. xoxe- xapp-", /[\w.-]{16,}/y, "1-w11-d12-x64"),
  ),
  sonar_token: token("SonarQube token", word("squ_ sqp_ sqa_", /[a-f0-9]{40}/y, "x40")),
  sourcegraph_token: token(
    "Sourcegraph token",
    word("sgp_ slk_", /(?:[A-Fa-f0-9]{16}_|local_)?[A-Fa-f0-9]{40,64}/y, "x40"),
  ),
  square_token: token(
    "Square token",
    form("sq0atp- sq0csp- sq0idp-", /[\w-]{22,}/y, "w22"),
    word("EAAA", /[\w-]{56,}/y, "w60"),
  ),
  stripe_key: key(
    "Stripe secret or restricted key",
    form("sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_", /[A-Za-z0-9]{10,}/y, "w24"),
  ),
  stripe_webhook_secret: {
    finds: "Secret of a webhook (`whsec_`)",
    type: "SECRET",
    forms: [form("whsec_", /[A-Za-z0-9+/=]{24,}/y, "w32")],
  },
  supabase_key: key(
    "Supabase key",
    word("sbp_", /[a-f0-9]{40}/y, "x40"),
    form("sb_secret_", /[\w-]{20,}/y, "w31"),
  ),
  tailscale_key: key("Tailscale key", form("tskey-", /[\w-]{16,}/y, "auth-w12-w32")),
  telegram_token: token("Telegram bot token", {
    ...form(":AA", /[\w-]{32,33}/y, "w33"),
    lead: [/(?<!\d)\d{8,10}$/, "123456789"],
  }),
  tencent_key_id: key("Tencent Cloud key", word("AKID", /[A-Za-z0-9]{32}(?![A-Za-z0-9])/y, "w32")),
  terraform_token: token("Terraform Cloud token", {
    ...form(".atlasv1.", /[\w-]{40,}/y, "w67"),
    lead: [/[A-Za-z0-9]{1,14}$/, "aB3dE5gH7jK9mN"],
  }),
  twilio_key: key("Twilio API key", word("SK", /[a-f0-9]{32}(?![A-Za-z0-9])/y, "x32")),
  typeform_token: token("Typeform token", word("tfp_", /[\w.=-]{40,}/y, "w44_w14")),
  vault_token: token(
    "Vault token",
    word("hvs. hvb. hvr.", /[\w-]{20,}/y, "w92"),
    word("s.", /(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![A-Za-z0-9.])/y, "w24"),
  ),
  vercel_token: token("Vercel token", form("vercel_blob_rw_ vcp_ vck_", W, "w48")),
  webhook_url: token(
    "Webhook address of Slack, Discord or Teams",
    form(
      "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
      /[\w/-]{16,}/y,
      "Tu8/Bu8/w24",
    ),
    form("discord.com/api/webhooks/ discordapp.com/api/webhooks/", /[\w/-]{20,}/y, "d18/w68"),
    form(
      ".webhook.office.com/webhookb2/",
      /[\w@/-]{20,}/y,
      "x8-x4-x4-x4-x12@x8-x4-x4-x4-x12/IncomingWebhook/x32/x8",
    ),
    form(
      ".logic.azure.com:443/workflows/ .logic.azure.com/workflows/",
      /[\w/?&=.%-]{40,}/y,
      "x32/triggers/manual/paths/invoke?sig=w43",
    ),
  ),
  xai_key: key("xAI API key", word("xai-", /[A-Za-z0-9]{60,}/y, "w80")),
  yandex_key: key(
    "Yandex Cloud key",
    word("AQVN", /[\w-]{35,38}/y, "w36"),
    word("t1.", /[\w-]{16,}={0,2}\.[\w-]{86}={0,2}/y, "w40.w86"),
  ),
  // Hashes of passwords: what a dictionary turns back
  password_hash: {
    finds: "Hash of a password: bcrypt, Argon2, crypt, PBKDF2, SCRAM, LDAP",
    type: "HASH",
    forms: [
      form("$2a$ $2b$ $2x$ $2y$", /\d\d\$[./A-Za-z0-9]{50,53}/y, "12$w53"),
      form("$argon2i $argon2d", /d?\$[\w=,$+/.-]{20,}/y, "$v=19$m=65536,t=3,p=4$w22$w43"),
      form(
        "$1$ $5$ $6$ $7$ $8$ $9$ $apr1$ $y$ $gy$ $sha1$",
        /[\w=./]{1,40}\$[\w./]{16,}(?:\$[\w./]{16,})?/y,
        "w8$w43",
      ),
      form(
        "pbkdf2_sha256$ pbkdf2_sha512$",
        /\d{1,9}\$[\w+/=.-]{1,64}\$[\w+/=]{16,}/y,
        "600000$w22$w43=",
      ),
      form("pbkdf2:sha256: scrypt:", /[\d:]{1,20}\$\w{8,32}\$[a-f0-9]{64,128}/y, "600000$w16$x64"),
      form("SCRAM-SHA-256$ SCRAM-SHA-1$", /[\w+/=:$]{40,}/y, "4096:w22==$w43=:w43="),
      form(
        "{SSHA} {SHA} {SSHA512} {SSHA256} {SMD5} {PBKDF2-SHA512}",
        /[A-Za-z0-9+/=$.]{24,}/y,
        "w32",
      ),
      form("$P$ $H$", /[./A-Za-z0-9]{31}(?![./A-Za-z0-9])/y, "Bw30"),
    ],
  },
  // `-----BEGIN ` in base64, as Kubernetes keeps keys
  pem_block: {
    finds: "PEM block of another kind, such as a certificate",
    type: "PEM",
    forms: [form("LS0tLS1CRUdJTi", /[A-Za-z0-9+/]{16,}={0,2}/y, "w60")],
  },
} as const satisfies Readonly<Record<string, Provider>>;

/** A form with its mark, ready to be looked for. */
export interface KeyForm {
  /** The rule's name in counts and explanations. */
  readonly rule: keyof typeof PROVIDERS;
  /** What it is replaced by. */
  readonly type: SecretType;
  /** Text that every such key has; case matters. */
  readonly mark: string;
  /** What follows the mark, from there (sticky). */
  readonly tail: RegExp;
  /** What stands before the mark and belongs to the key. */
  readonly lead?: RegExp;
  /** Whether the mark must begin a word. */
  readonly word: boolean;
  /** What stands before and after the mark of a key, as {@linkcode Form} says. */
  readonly example: { readonly before: string; readonly after: string };
}

/**
 * The forms of provider keys. A form is a mark and a tail, so that looking for all of them takes one
 * pass: no pattern is tried where its mark does not stand.
 */
export const KEY_FORMS: readonly KeyForm[] = Object.entries<Provider>(PROVIDERS).flatMap(
  ([rule, { type, forms }]) =>
    forms.flatMap(({ marks, tail, example, lead, word = false }) =>
      marks.split(" ").map((mark) => ({
        rule: rule as KeyForm["rule"],
        type,
        mark,
        tail: withoutStack(tail),
        ...(lead === undefined ? {} : { lead: lead[0] }),
        word,
        example: { before: lead?.[1] ?? "", after: example },
      }))
    ),
);

/**
 * `[a-z]{20,}` as `[a-z]{20}[a-z]*`, which means the same. Of the first, engines keep a place for
 * each repetition, and after some megabytes there is no stack left.
 */
function withoutStack({ source, flags }: RegExp): RegExp {
  return new RegExp(source.replaceAll(/(\[[^\]]+\]|\\w)\{(\d+),\}/g, "$1{$2}$1*"), flags);
}
