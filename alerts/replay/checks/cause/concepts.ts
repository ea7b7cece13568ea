import { fold, type Mention } from "../folded_text.ts";
import { isDenied, matchesOf } from "./stance.ts";

/** Labels that mean a failure, tested against each alias, and other words for it. */
type Concept = readonly [label: RegExp, words: RegExp];

/** A pattern in which a number allows so many words between, none of which denies. */
function said({ raw }: TemplateStringsArray, ...counts: readonly number[]): RegExp {
  const between = counts.map((count) =>
    `(?:(?!not |never |no |nor |only |half )\\S+ ){0,${count}}`
  );
  return new RegExp(String.raw({ raw }, ...between), "g");
}

const FAILURES: readonly Concept[] = [
  [
    /\boom|out of memory|memory limit/,
    said`\boom(?:-?kill\w*)?\b|out[- ]of[- ]memory|memory (?:limit|exhaustion|headroom|pressure)|memory is exhausted|(?:run|runs|running|ran) out of (?:memory|ram)|(?:too much|needs? more|uses? more|not enough) (?:memory|ram)|(?:exceed|outgrow|overrun)\w* ${3}(?:memory|limit)|exit code 137|memory(?: use| usage| consumption)?(?: (?!not|never|no|below|far|under|is)\S+){0,4} limit\b|(?:hit|reach|exceed|overrun)(?:s|es|ed)? (?:its|the) (?:memory )?limit`,
  ],
  [
    /\bdns\b|name resolution|\bresolver\b/,
    /\b(?:core)?dns\b|name resolution|\bresolver\b|nxdomain|servfail|enotfound|no such host|unknown host|(?:cannot|can't|could not|not|unable to|fails? to|no longer) (?:be )?resolv\w*|look-?ups?\b|look(?:s|ed|ing)? up\b|name ?servers?\b/g,
  ],
  [
    /disk full|full disk|no space|out of (?:disk )?space|disk space/,
    /(?:disk|volume|file ?system|device|partition|storage)(?: (?!not|no|never|half|only|other|neighbou?ring)\S+){0,5} (?:full|exhausted|used up|100 ?%)|full (?:disk|volume|file ?system|device|partition)|no (?:free |disk )*space|\benospc\b|out of (?:disk )?space|(?:disk )?space (?:is |was )?(?:exhausted|used up)|storage is exhausted|(?:no|0|zero|not a single) bytes? (?:is |are )?(?:free|available|left)|reached 100 ?%/g,
  ],
  [/\binodes?\b/, /\binodes?\b/g],
  [
    /\bexpired?\b|no longer valid/,
    /\bexpir(?:ed|es|y)\b|no longer valid|not valid any ?more|\b(?:ran|has run|have run) out\b|\blapsed\b|past its (?:end|expiry|notafter)|end date|validity (?:has )?ended|\boutdated\b/g,
  ],
  [
    /password|credential|\b28p01\b/,
    /passwords?\b|credentials?\b|authentication (?:fail\w+|error)|authenticat\w+ fails|fails to authenticate|\b28p01\b|cannot log ?in|login (?:data|fails?|is (?:refused|rejected))/g,
  ],
  [
    /access ?denied|\b403\b|permission|forbidden|\bdenied\b/,
    /access(?: is)? ?denied|forbidden|\b403\b|permissions?\b|not (?:permitted|allowed)|no right to/g,
  ],
  [/\btag\b/, /\btags?\b|\bimage\b|manifest unknown/g],
  [/\bquota\b/, /\b(?:resource)?quotas?\b|exceed\w* what/g],
  [/\bnfs\b|file server/, /\bnfs\b|file ?server|network (?:share|file ?system)/g],
  [
    /not respond|\bhangs?\b|unreachable|time ?outs?\b|timed out|not answer|no answer/,
    /not respond\w*|no (?:response|answer)|\bhangs?\b|\bhung\b|\bhanging\b|unreachable|not reachable|time[sd]? ?outs?\b|timing out|not answer\w*|stop(?:s|ped) (?:answering|responding)|\bstall\w*/g,
  ],
  [
    /(?:liveness|readiness) probe|^probe$/,
    /\b(?:liveness|readiness|startup) (?:probe|check)s?\b|\bprobes?\b/g,
  ],
  [
    /node ?not ?ready|\bkubelet\b/,
    /node (?:is |was )?not ?ready|nodenotready|\bkubelet\b|nodelost|node (?:is |was )?(?:lost|down|unreachable)|lost (?:its )?node/g,
  ],
  [
    /network ?polic|default-deny/,
    /network ?polic(?:y|ies)|default-deny[\w-]*|\bpolicy (?:blocks|denies|drops)/g,
  ],
  [
    /insufficient (?:cpu|memory)|not enough (?:cpu|memory)|unschedulable|node capacity/,
    /insufficient (?:cpu|memory)|not enough (?:free )?(?:cpu|memory)|unschedulable|cannot be scheduled|(?:lack|shortage) of (?:cpu|memory)|no node (?:has|fits)|node capacity|nodes? (?:are|is) full/g,
  ],
  [/\bthrottl/, /\bthrottl\w*/g],
  [/rate limit|\b429\b|too many requests/, /rate[- ]limit\w*|\b429\b|too many requests/g],
  [/clock/, /\bclocks?\b|time skew|\bntp\b|chrony\w*/g],
  [/\bleak|heap grows/, said`\bleak\w*|(?:memory|heap) ${5}(?:grows?|growing|never shrinks)`],
  [
    /connection pool|pool exhaust|too many connections|max_connections/,
    said`(?:connection|session|client)s? ${3}(?:exhaust\w*|used up|taken|leak\w*|held)|(?:exhaust\w*|use[sd]? up|leak\w*|hold\w*|out of|max_|wait\w* for an?|for a) ?${4}connections?|pool(?:er)? ${3}(?:exhaust\w*|empty|used up|full|no free)|(?:full|exhausted|empty) pool|pool exhaustion|too many (?:clients|connections|sessions)|no free (?:slot|connection)`,
  ],
  [
    /replica|standby|follower/,
    said`replica(?:tion)? (?:lag\w*|delay)|(?:replica|standby|follower|secondary|replication)s? ${6}(?:lag\w*|behind|late\b|delayed|cannot keep (?:up|pace))|lagging (?:replica|standby|follower|secondary)|behind the (?:primary|leader)`,
  ],
  [
    /consumer|backlog|queue/,
    said`consumers? ${4}(?:down|stopped|died|crashed|gone|hangs?|hung|stuck|missing|lag\w*|cannot keep up|fewer)|no (?:consumer|worker)|nobody consumes|\bbacklog|pile[sd]? up|accumulat\w*|cannot keep up|consumer lag`,
  ],
  [
    /firewall|network ?polic|security group/,
    said`firewall\w*|iptables|nftables|security groups?|network ?polic(?:y|ies)|(?:packets?|traffic) ${3}(?:dropped|blocked)|drops? ${2}(?:packets?|traffic)|blocked port`,
  ],
  [
    /\block|deadlock/,
    /\bdead-?lock\w*|\block(?:s|ed|ing)?\b|wait(?:s|ing)? for each other|contention/g,
  ],
  [/\bcpu (?:limit|quota)|throttl/, /cpu (?:limit|quota)s?|(?:less|more) cpu than|paused by the/g],
  [
    /fail-?over|promot|primary changed/,
    /fail(?:ed|s|ing)?[- ]?over\b|promot(?:ed|ion)|switch(?:ed|es)? (?:over )?to (?:the|its) (?:standby|replica|secondary)|switchover/g,
  ],
  [
    /\biops\b|\bburst|i\/o credit/,
    /\biops\b|burst (?:credits?|balance)|i\/o credits?|throttled to its baseline/g,
  ],
  [
    /(?:disk|drive) failure|failed (?:disk|drive)|bad sectors|\braid\b/,
    said`(?:fail(?:ed|ing)|dying|broken|defective|dead|degraded) (?:disk|drive|array)|(?:disk|drive) ${2}(?:fail\w*|dying|died|broken|defective)|(?:bad|reallocated) sectors?|(?:read|write|i\/o) errors?|hardware defect|(?:raid|array) ${2}degraded|dropped out of the (?:raid|array)`,
  ],
  [/evict|disk ?pressure/, /\bevict\w*|disk ?pressure|ephemeral storage/g],
  [
    /image ?pull|image not found/,
    said`image ${4}pull\w*|pull(?:s|ing|ed)? ${3}image|(?:err)?image ?pull\w*|manifest unknown|(?:every|the) pull\b`,
  ],
  [/\bback-?up|\bdump/, /\bback-?ups?\b|\bdumps?\b|(?:pg_|mysql)dump\w*/g],
  [/health ?check/, /health ?checks?|\b(?:liveness|readiness) probes?\b/g],
];

/** They say only how something failed ("expired"), not what failed. */
const MANNERS: readonly Concept[] = [
  [
    /not found|not exist|^missing$/,
    /not found|(?:does|do|did)(?: not|n't) exist|\bmissing\b|\babsent\b|non-?existent|\bno such\b|manifest unknown|never (?:pushed|created|existed)|nobody (?:pushed|created)|(?:was|were|been) (?:deleted|removed)|\btypo\b|finds? nothing|(?:does|do|did) not have|not in the (?:registry|repository)|\black(?:s|ing)?\b|cannot be found|\bnot there\b/g,
  ],
  [
    /drift|skew|out of sync|synchroni[sz]/,
    /\bdrift\w*|\bskew\w*|out of sync|(?:not|no longer) (?:in sync|synchroni[sz]ed)|(?:seconds?|minutes?|hours?|\d m?s) (?:slow|fast|ahead|behind|off)\b|\bahead of\b/g,
  ],
  [/rotat|\bchanged\b/, /\brotat\w*|\bchanged?\b|\breplaced\b|\bthe old one\b/g],
  [
    /\bwrong\b|invalid|incorrect|\btypo\b|syntax error|bad value/,
    /\bwrong\b|\binvalid\b|incorrect\w*|not accepted|\brejected\b|mismatch\w*|\btypo\b|syntax error|misspel\w*/g,
  ],
  [/\bconfig/, /\bconfig\w*/g],
  [
    /saturat|overload|\bi\/o\b|\bload\b/,
    said`saturat\w*|overload\w*|\bi\/o\b|\bload\b|slows? ${2}down`,
  ],
];

/** Patterns for other words that mean the same as these folded names of one thing. */
export function otherWords(aliases: readonly string[]): RegExp[] {
  const meant = [
    ...FAILURES.filter(([label]) => aliases.some((alias) => label.test(alias))),
    // "CPU is overloaded" is not said by "load" alone.
    ...MANNERS.filter(([label, words]) =>
      aliases.some((alias) => label.test(alias) && alias.replaceAll(words, "").trim() === "")
    ),
  ];
  return meant.map(([, words]) => words);
}

/** How many different failures a text asserts. The same words count once. */
export function assertedFailures(text: string): number {
  const folded = fold(text);
  const counted: Mention[] = [];
  for (const [, words] of FAILURES) {
    const mention = matchesOf(folded, words).find((one) =>
      counted.every(({ start, end }) => one.end <= start || one.start >= end) &&
      !isDenied(folded, one)
    );
    if (mention) counted.push(mention);
  }
  return counted.length;
}
