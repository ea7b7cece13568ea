/**
 * Waits for something, but not forever: a bench that cannot reach its load says so and ends.
 *
 * @param time How long at most. [ms]
 * @param promise What is awaited.
 * @param otherwise What the error says if it takes longer; a function is asked at that moment.
 * @throws {Error} After that time, or whatever the promise rejects with.
 */
export async function within<Result>(
  time: number,
  promise: Promise<Result>,
  otherwise: string | (() => string),
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = typeof otherwise === "string" ? otherwise : otherwise();
      reject(new Error(`${reason} within ${time / 1000} s`));
    }, time);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
