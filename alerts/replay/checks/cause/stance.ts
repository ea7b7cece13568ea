import type { Mention } from "../folded_text.ts";

/** @param words A global pattern. */
export function matchesOf(text: string, words: RegExp): Mention[] {
  return [...text.matchAll(words)]
    .map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

/** Words allowed between a negation and what it denies. */
const LINK =
  "(?:(?:the|a|an|any|this|that|these|those|its|be|been|by|of|to|from|for|in|with|about|because|due|caused|related|explained|triggered|really|simply|just|even|only|so much|much|one|enough|likely|probably|necessarily) )*";
/** Modifiers directly before a mention. */
const MODIFIERS =
  "(?:(?!(?:the|an?|its|their|this|that|to|for|of|in|on|with|from)\\b)[\\w'/.-]+ ){0,2}";

/** Denies what follows in the same clause. */
const DENIED_BEFORE: readonly RegExp[] = [
  new RegExp(
    `\\b(?:not|n't|never|isn't|wasn't|nor|neither|cannot|nicht)\\b(?! only) ${LINK}${MODIFIERS}$`,
  ),
  new RegExp(`\\b(?:no(?! such)|kein\\w*) ${MODIFIERS}$`),
  new RegExp(
    `\\b(?:no|little|nothing|none) [^.;:!?]{0,40}\\b(?:of|by|for|to|at|towards?|support|suggests?|indicates?|shows?|supports?) ${LINK}${MODIFIERS}$`,
  ),
  /\b(?:without (?:any|an?|signs? of|evidence of)|rather than|instead of|unrelated to|unlike|statt|ohne|free of|other than|apart from|nothing to do with|against|contradicts?|excludes?|exclude|excluding|rul(?:es?|ed|ing) out|dismiss(?:es|ed)?|mistaken for|misread as|(?:reported|reports?|read|shows? up|disguised|looks?|appears?) [^.;:!?]{0,30}\bas|only (?:looks|appears|seems)[^.;:!?]{0,12}|tempting to [^.;:!?]{0,20}|(?:blames?|suspects?|suspected|suspecting|considered|expect|expected)) [^.;:!?,]{0,24}$/,
  /\b(?:nothing|not much) (?:is |was )?(?:wrong|amiss) (?:with|about) [^.;:!?,]{0,16}$/,
  /(?<!\b(?:not?|little|without) )\b(?:room|space|capacity|plenty|enough)(?: left)? (?:in|of|on|for) (?:the )?$/,
  /(?<!\b(?:not?|little|without) )\b(?:enough|sufficient|plenty of|ample) $/,
  /\b(?:succeeds|works|passes) (?:with|using) [^.;:!?,]{0,24}$/,
  // What would be seen if it were the cause.
  /\bwould (?!explain|fit|account|exceed|go beyond|need)(?:\S+ ){1,3}$/,
  /\b(?:doubt\w*|unlikely|improbable|implausible|hardly|scarcely|impossible) (?:that |whether |if )?(?:\S+ ){0,2}$/,
  // A possible later effect has not happened.
  /\b(?:may|might|could|can) (?:\S+ ){0,2}(?:end in|lead to|result in|cause|turn into|become) [^.;:!?,]{0,16}$/,
  // A part of a limit is not the limit.
  /\b(?:a|one|only|just|than an?) (?:third|half|quarter|fifth|tenth|fraction|part) (?:of )?(?:its |the )?[^.;:!?,]{0,8}$/,
  /\b(?:one|we|i|somebody|someone|some) (?:\S+ )?(?:might|may|would|could|will|first|at first) (?:\S+ ){0,2}(?:think|thought|guess|guessed|assume|assumed|suspect|suspected|believe|believed)\b[^.;:!?,]{0,24}$/,
  // "X followed from …" is denied by what comes after it.
  /\b(?:symptom|effect|consequence|result) (?:is|was|being) [^.;:!?,]{0,24}$/,
];
/** Says that something is lacking, so a negation before it denies nothing. */
const LACK_BEHIND =
  /^[^.;:!?,]{0,24}\b(?:left|headroom|room|remains?|remaining|to spare|any ?more|available|free)\b/;

const OTHER = "(?:other|another|neighbou?ring|sibling|different|old|staging|test)";
const PLACE =
  "(?:host|pod|node|cluster|user|namespace|container|replica|service|system|person|instance)s?";
/** Denies what came before in the same clause. */
const DENIED_BEHIND: readonly RegExp[] = [
  /^(?: [\w'/.%-]+){0,6},? (?:which )?(?:is|are|was|were|be|been|seems?|looks?|appears?|stays?|remains?|has|have|had|can|could|must|may|plays?|play|played|being)\b(?: [\w'-]+){0,4} (?:ruled out|excluded|out of the question|dismissed|discarded|dropped|disproved|refuted|contradicted|unlikely|improbable|implausible|doubtful|irrelevant|unrelated|innocent|misleading|harmless|noise|coincidence|coincidental|red herring|distraction|symptom|consequence|side effect|effect|no part|no role|nothing to do)\b/,
  /^(?: [\w'/.%-]+){0,5},? (?:is|are|was|were|has been|have been|does|do|did|has|have|had|can|could)(?: not|n't| never) (?:the |a |an |to |yet |really |even )?(?:appear|show|found|seen|cause|reason|problem|issue|culprit|fault|blame|at fault|involved|reached|hit|exceeded|exhausted|full|relevant|related|responsible|it|explain|happen\w*|matter|fit|apply|play|occur\w*|limit|expired?|wrong|present|visible|supported|affected|attempted|checked|contribute|cause|used up|rotated|changed|why|what|come|reject|block|limit|deny|drop|restart|kill|evict|throttle|stop|interfere)\b/,
  /^(?: (?!(?:not|no|never|cannot|can't|fails?|unable)\b)[\w'/.%-]+){0,4} (?:is|are|was|were|stays?|stayed|remains?|remained|seems?|looks?|has|have|had|leaves?)(?: (?:all|still|quite|perfectly|also|even|much|far|well|always|completely|normally|entirely|the|a|of|\d+ ?%))* (?:fine|ok|okay|healthy|in order|correct|right|valid|normal|available|reachable|sufficient|ample|plenty|plentiful|innocent|up|working|good|below|under|low|fast|generous|renewed|raised|extended|room|capacity|intact|there|unused|responding|free|space)\b/,
  /^(?: (?!(?:not|no|never|cannot|can't|fails?|unable)\b)[\w'/.%-]+){0,2} (?:works|worked|answers|answered|responds?|resolves?|resolved|exists?|existed|succeeds?|succeeded|passes|(?<!ha[sd] )passed|permits?|was found|were found|was pulled)\b(?! (?:no\b|with an? error))/,
  /^(?: [\w'/.%-]+){0,2}(?:(?: (?:is|was|were|are))? (?:only |just |merely )?(?:unlikely|ruled out|excluded|irrelevant|unrelated|an? (?:coincidence|distraction|red herring|symptom|consequence|side effect|effect))| (?:is|was|were|are) (?:\S+ ){0,3}(?:later|older|old|stale|from (?:last|yesterday)))\b/,
  /^(?: [\w'/.%-]+){0,6} (?:followed|follows|came later|comes later|came afterwards|only after|does not fit|do not fit|belongs? to|would (?!explain|fit|account)\w+|proves? (?:wrong|false))\b/,
  new RegExp(
    `^(?: [\\w'/.%-]+){0,5} (?:of|on|in|at|for|by) (?:[\\w'-]+ ){0,3}${OTHER} ${PLACE}\\b`,
  ),
  /^(?: [\w'-]+){0,2} ?\?/,
  new RegExp(`^[^.;!?]{0,40},? but (?:that|it|this) (?:is|was|belongs) [^.;!?]{0,20}${OTHER}\\b`),
  /^[^.;:!?]{0,60}\b(?:was|is|would be|were) [^.;:!?]{0,20}(?:thought|guess|idea|suspect|suspicion|candidate|reason|tempting|considered|checked)\b[^.;:!?]{0,20}(?:,? (?:but|yet)|and (?:dropped|dismissed|discarded|is fine|was fine|ruled out))\b/,
  /^(?: [\w'/.%-]+){0,4} (?:is|was) [\w ]{0,16}(?:below|far from) \b/,
  /^(?: [\w'/.%-]+){0,2} (?:lets?|allows?|permits?|agrees?|drains?|keeps? up|completed|finished|went (?:well|smoothly))\b/,
  /^(?: [\w'/.%-]+){0,3} (?:is|are|was|were|stays?|stayed|remains?|remained|shows?|looks?|seems?)(?: (?:at|still|quite|perfectly|all|only|just|completely|nearly|almost))* (?:zero|0|open|sound|clean|exact|flat|stable|level|empty|idle|negligible|unremarkable|synchronized|in sync|a (?:third|half|quarter|fifth|tenth|fraction)|half (?:full|empty|used))\b/,
  /^(?: [\w'/.%-]+){0,3} (?:are|is|was|were|stays?|remains?) (?:in sync|level with|within bounds)\b/,
  /^[^.;:!?]{0,30}\b(?:chang(?:ed|es) nothing|(?:did|does|do) not help|(?:made|makes) no difference|(?:has|had|have) no effect|without effect)\b/,
  /^[^.;:!?]{0,40}\b(?:reverted|without incident|gone by|was fixed|were fixed|was resolved|has recovered)\b/,
  /^[^.;!?]{0,40},? so (?:this|that|it) (?:cannot|can't|is not|isn't)\b/,
  /^[^.;:!?]{0,70}(?:,| and| but) (?:(?:is|are|was|were) (?:unrelated|irrelevant|in order|fine|harmless|normal|healthy)|(?:it |that )?(?:does|do|did) not (?:limit|matter|play|apply|block|explain)|an? (?:coincidence|distraction))\b/,
  /^[^.;!?]{0,60}\b(?:could|would|should) (?:not |never )?have\b/,
  // Something that only suffers is not where it failed.
  /^,? (?:which )?(?:only|merely|just|simply) (?:reports?|waits?|shares?|mounts?|suffers?|shows?|relays?|sees|logs?|depends|forwards?|follows?|inherits?)\b/,
];
/** "The network works, the password does not": the password failed, so it is not denied. */
const ELLIPSIS =
  /^(?: [\w'/.%-]+){0,3} (?:is|are|was|were|has|have|does|do|did)(?: not|n't)(?=[.;:!?,]|$)/;
const WELL =
  /\b(?:works?|fine|room|okay?|up|healthy|answers?|right|in order|reachable|spare|enough)[.;,]? [^.;!?,]*$/;
/** Something else is the subject of the clause. */
const ANOTHERS = new RegExp(
  `(?:^|[.;:!?,] )(?:the |an? |some )?${OTHER} (?:[\\w'-]+ )?${PLACE}\\b[^.;:!?,]{0,30}$`,
);
/** A condition contrary to fact. */
const COUNTERFACTUAL = /(?:^|[.;:!?,] )(?:if|had|were|should|unless|whoever) [^.;:!?,]{0,60}$/;
/** An appearance. It is denied if the sentence goes on to say what is really the case. */
const SEEMS =
  /\b(?:looks?|looked|seems?|resembles?|resembled|appears?|sounds?|points?)(?: (?:like|to be|as if|at first|to))* [^.;:!?,]{0,24}$/;
const CONTRAST =
  /^[^.;!?]{0,60}(?:\b(?:but|yet|however|otherwise|in truth|in fact|in reality|actually)\b)/;

/** Takes back everything after it: "The following is ruled out: …". */
const TAKEN_BACK_BEFORE =
  /(?:^|[.!?] )(?:(?:it|this|that|these|the following|what (?:follows|can be)|all of this) (?:\S+ ){0,3})?(?:nothing to do with|ruled out|excluded|false|untrue|unrelated|irrelevant|not (?:true|so|the case|the cause))\b[^:.!?]{0,20}: /;
/** Takes back everything before it: "None of this is the case." */
const TAKEN_BACK_BEHIND =
  /[.!?;] (?:but |however, |yet )?(?:none of (?:this|that|these|it)|nothing of (?:this|that|it)|all (?:of )?(?:this|that)|this|that|it|these) (?:(?:really|actually|all) )?(?:(?:is|are|was|were)(?: all)? (?:not (?:so|true|the case|the cause|it)|false|untrue|wrong|ruled out|excluded|(?:so|true|the case|the cause)(?<=(?:none|nothing) of [^.!?;]*))|(?:did not|never) happen(?:ed)?|happened(?<=(?:none|nothing) of [^.!?;]*))\b/;

/** A name that is not found is missing; a failure that is not found is denied. */
const NAME = /[a-z][^ ]*[-_.\d]|\d[^ ]*[a-z]/,
  MISSING = /^ (?:is|was|were|has been|could) not (?:be )?(?:found|there|present)\b/;

/** Whether a folded text takes back what it says. */
export function isTakenBack(text: string): boolean {
  return TAKEN_BACK_BEFORE.test(text) || TAKEN_BACK_BEHIND.test(text);
}

/** Where the reach of a negation ends. */
const BOUNDARY =
  /[.;:!?](?=\s|$)|, |\b(?:but|yet|however|because|since|so|hence|therefore|while|whereas|although|though)\b/g;

/** Whether a mention is denied, about something else, only apparent, or contrary to fact. */
export function isDenied(text: string, { start, end }: Mention): boolean {
  const whole = text.slice(0, start);
  const behind = text.slice(end);
  if (TAKEN_BACK_BEFORE.test(whole) || TAKEN_BACK_BEHIND.test(behind)) return true;
  if (NAME.test(text.slice(start, end)) && MISSING.test(behind)) return false;
  let from = 0;
  for (const { index, 0: mark } of whole.matchAll(BOUNDARY)) from = index + mark.length;
  const before = whole.slice(Math.max(from, start - 80)).replace(/^\s+/, "");
  if (!LACK_BEHIND.test(behind) && DENIED_BEFORE.some((form) => form.test(before))) return true;
  if (LACK_BEHIND.test(behind) && /\b(?:sign|evidence|trace|indication)s? of /.test(before)) {
    return true;
  }
  const isLasting = /expir|ended|lapsed|revoked|rotated|removed|deleted/.test(
    text.slice(start, end),
  );
  if (!isLasting && /^(?: [\w'/.%-]+){0,3} last (?:week|month|year)\b/.test(behind)) return true;
  if (DENIED_BEHIND.some((form) => form.test(behind))) return true;
  if (ELLIPSIS.test(behind) && !WELL.test(whole)) return true;
  if (ANOTHERS.test(whole) || COUNTERFACTUAL.test(whole)) return true;
  return SEEMS.test(before) && CONTRAST.test(behind);
}
