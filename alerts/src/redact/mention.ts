import type { SecretType } from "./placeholder.ts";
import type { RuleName } from "./rules.ts";

/** A way to mention a secret without a separator. */
export interface Mention {
  /** The rule's name in counts and explanations. */
  readonly rule: RuleName;
  /** What it is replaced by. */
  readonly type: SecretType;
  /**
   * What such a mention begins with, of each the first three letters, in lower case; or `-`. No
   * letter or digit stands before it. The pattern is not tried elsewhere.
   */
  readonly cues: readonly string[];
  /**
   * The mention from its beginning (sticky); its last group that matches is the secret, and stands
   * at the end. Each repetition has a bound.
   */
  readonly pattern: RegExp;
  /** Whether the value is one. @default all are */
  readonly accept?: (value: string) => boolean;
}
