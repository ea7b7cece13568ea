/**
 * Counts what some code does with texts, instead of the time it takes: the same on each machine.
 *
 * @module
 */

/** Methods that look at texts, and at how many characters each call may look. */
const COUNTED: readonly (readonly [
  object,
  string,
  (result: unknown, self: unknown, args: readonly unknown[]) => number,
])[] = [
  [String.prototype, "charCodeAt", () => 1],
  [String.prototype, "startsWith", (_, __, [text]) => String(text).length],
  [String.prototype, "slice", (result) => (result as string).length],
  [String.prototype, "trim", (result) => (result as string).length],
  [String.prototype, "toLowerCase", (result) => (result as string).length],
  [String.prototype, "includes", (found, self) => found ? 1 : String(self).length],
  [
    String.prototype,
    "indexOf",
    (found, self, [, from]) => distance(Number(from ?? 0), found, String(self).length),
  ],
  [
    String.prototype,
    "lastIndexOf",
    (found, self, [, from]) => Number(from ?? String(self).length) - (found as number),
  ],
  [String.prototype, "search", (found, self) => distance(0, found, String(self).length)],
  [
    Object.getPrototypeOf(Uint16Array.prototype),
    "fill",
    (_, self, [, from, to]) => Number(to ?? (self as Uint16Array).length) - Number(from ?? 0),
  ],
];

/**
 * Runs some code and counts the characters that its calls of string methods and patterns go over.
 * How far a pattern looks that does not match at a place is not seen: that each of them has bounds is
 * tested by themselves.
 */
export function countSteps(run: () => void): number {
  let steps = 0;
  const restore: (() => void)[] = [];
  const replace = (owner: object, name: string, value: unknown) => {
    const before = Object.getOwnPropertyDescriptor(owner, name)!;
    Object.defineProperty(owner, name, { ...before, value });
    restore.push(() => Object.defineProperty(owner, name, before));
  };
  for (const [owner, name, cost] of COUNTED) {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    replace(owner, name, function (this: unknown, ...args: unknown[]) {
      const result = Reflect.apply(original, this, args);
      steps += cost(result, this, args);
      return result;
    });
  }
  const exec = RegExp.prototype.exec;
  replace(RegExp.prototype, "exec", function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = Reflect.apply(exec, this, [text]) as RegExpExecArray | null;
    if (match !== null) steps += match.index + match[0].length - from + 1;
    else steps += this.sticky ? 1 : text.length - from;
    return match;
  });
  try {
    run();
  } finally {
    for (const undo of restore.reverse()) undo();
  }
  return steps;
}

function distance(from: number, found: unknown, length: number): number {
  return (found as number) < 0 ? Math.max(0, length - from) : (found as number) - from + 1;
}
