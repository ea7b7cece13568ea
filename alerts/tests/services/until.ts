/** Waits until something is there, and says what was waited for if it never comes. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
  patience = 60_000,
): Promise<T> {
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Waited ${patience / 1000} s in vain for ${what}`);
}
