import { fold } from "../fold.ts";
import { isDenied } from "./stance.ts";

interface Concept {
  /** Labels that mean this failure: tested on each alias. */
  readonly label: RegExp;
  readonly words: RegExp;
}

const CONCEPTS: readonly Concept[] = [
  {
    label: /\boom|out of memory|memory limit/,
    words:
      /\boom(?:-?kill\w*)?\b|out[- ]of[- ]memory|memory (?:limit|exhaustion|headroom|pressure)|memory is exhausted|(?:run|runs|running|ran) out of (?:memory|ram)|(?:too much|needs? more|uses? more|not enough) (?:memory|ram)|(?:exceed|outgrow|overrun)\w* (?:\S+ ){0,3}(?:memory|limit)|exit code 137|memory(?: use| usage| consumption)?(?: (?!not|never|no|below|far|under|is)\S+){0,4} limit\b|(?:hit|reach|exceed|overrun)(?:s|es|ed)? (?:its|the) (?:memory )?limit/g,
  },
  {
    label: /\bdns\b|name resolution|\bresolver\b/,
    words:
      /\b(?:core)?dns\b|name resolution|\bresolver\b|nxdomain|servfail|enotfound|no such host|unknown host|(?:cannot|can't|could not|not|unable to|fails? to|no longer) (?:be )?resolv\w*|look-?ups?\b|look(?:s|ed|ing)? up\b|name ?servers?\b/g,
  },
  {
    label: /disk full|full disk|no space|out of (?:disk )?space|disk space/,
    words:
      /(?:disk|volume|file ?system|device|partition|storage)(?: (?!not|no|never)\S+){0,3} (?:full|exhausted|used up|100 ?%)|full (?:disk|volume|file ?system|device|partition)|no (?:free |disk )*space|\benospc\b|out of (?:disk )?space|(?:disk )?space (?:is |was )?(?:exhausted|used up)|storage is exhausted|(?:no|0|zero) bytes? (?:is |are )?(?:free|available|left)|reached 100 ?%/g,
  },
  { label: /\binodes?\b/, words: /\binodes?\b/g },
  {
    label: /\bexpired?\b|no longer valid/,
    words:
      /\bexpir(?:ed|es|y)\b|no longer valid|not valid any ?more|\b(?:ran|has run|have run) out\b|\blapsed\b|past its (?:end|expiry)|end date|validity (?:has )?ended|\boutdated\b/g,
  },
  {
    label: /password|credential|\b28p01\b/,
    words:
      /passwords?\b|credentials?\b|authentication (?:fail\w+|error)|authenticat\w+ fails|fails to authenticate|\b28p01\b|cannot log ?in|login (?:data|fails?|is (?:refused|rejected))/g,
  },
  {
    label: /access ?denied|\b403\b|permission|forbidden|\bdenied\b/,
    words:
      /access(?: is)? ?denied|forbidden|\b403\b|permissions?\b|not (?:permitted|allowed)|no right to/g,
  },
  { label: /\btag\b/, words: /\btags?\b|\bimage\b|manifest unknown/g },
  {
    label: /not found|not exist|^missing$/,
    words:
      /not found|(?:does|do|did)(?: not|n't) exist|\bmissing\b|\babsent\b|non-?existent|\bno such\b|manifest unknown|never (?:pushed|created|existed)|nobody (?:pushed|created)|(?:was|were|been) (?:deleted|removed)|\btypo\b|finds? nothing|cannot be found|\bnot there\b/g,
  },
  { label: /\bquota\b/, words: /\b(?:resource)?quotas?\b/g },
  { label: /\bnfs\b|file server/, words: /\bnfs\b|file ?server|network (?:share|file ?system)/g },
  {
    label: /not respond|\bhangs?\b|unreachable|time ?outs?\b|timed out|not answer|no answer/,
    words:
      /not respond\w*|no (?:response|answer)|\bhangs?\b|\bhung\b|\bhanging\b|unreachable|not reachable|time[sd]? ?outs?\b|timing out|not answer\w*|stop(?:s|ped) (?:answering|responding)|\bstall\w*/g,
  },
  {
    label: /(?:liveness|readiness) probe|^probe$/,
    words: /\b(?:liveness|readiness|startup) (?:probe|check)s?\b|\bprobes?\b/g,
  },
  {
    label: /node ?not ?ready|\bkubelet\b/,
    words:
      /node (?:is |was )?not ?ready|nodenotready|\bkubelet\b|nodelost|node (?:is |was )?(?:lost|down|unreachable)|lost (?:its )?node/g,
  },
  {
    label: /network ?polic|default-deny/,
    words: /network ?polic(?:y|ies)|default-deny[\w-]*|\bpolicy (?:blocks|denies|drops)/g,
  },
  {
    label: /insufficient (?:cpu|memory)|not enough (?:cpu|memory)|unschedulable|node capacity/,
    words:
      /insufficient (?:cpu|memory)|not enough (?:free )?(?:cpu|memory)|unschedulable|cannot be scheduled|(?:lack|shortage) of (?:cpu|memory)|no node (?:has|fits)|node capacity|nodes? (?:are|is) full/g,
  },
  { label: /\bthrottl/, words: /\bthrottl\w*/g },
  {
    label: /rate limit|\b429\b|too many requests/,
    words: /rate[- ]limit\w*|\b429\b|too many requests/g,
  },
  { label: /clock/, words: /\bclocks?\b|time skew/g },
  { label: /\bleaks?\b/, words: /\bleak\w*|memory grows/g },
];

/**
 * Expressions for the other words of what is labelled.
 *
 * @param aliases Names of one thing, folded.
 */
export function otherWords(aliases: readonly string[]): RegExp[] {
  return CONCEPTS.filter(({ label }) => aliases.some((alias) => label.test(alias)))
    .map(({ words }) => words);
}

/** How many different failures a text speaks of and does not deny. */
export function assertedFailures(text: string): number {
  const folded = fold(text);
  return CONCEPTS.filter(({ words }) =>
    [...folded.matchAll(words)].some(({ index, 0: { length } }) =>
      !isDenied(folded, { start: index, end: index + length })
    )
  ).length;
}
