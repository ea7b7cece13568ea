/**
 * What a gallery shows of each picture.
 *
 * @module
 */

import type { FigureOptions } from "../../src/plots/figure.ts";
import type { Figure } from "../../src/plots/svg.ts";

/** One picture of a gallery, drawn from a demo. */
export interface Exhibit<Demo> {
  /** Name of its files. */
  readonly name: string;
  /** Heading. */
  readonly title: string;
  /** What it shows and what it is good for. */
  readonly text: string;
  /** The call, as one would write it in a notebook. */
  readonly code: string;
  /** The picture. */
  readonly draw: (demo: Demo, options: FigureOptions) => Promise<Figure>;
}

/**
 * The part of a gallery's page that shows the exhibits.
 *
 * @param hasNarrow Whether each has a picture for phones, too.
 */
export function sectionsOf(exhibits: readonly Exhibit<never>[], hasNarrow = false): string {
  const narrow = (name: string) =>
    hasNarrow
      ? `  <source media="(max-width: 600px) and (prefers-color-scheme: dark)" srcset="gallery/${name}-narrow-dark.svg">
  <source media="(max-width: 600px)" srcset="gallery/${name}-narrow-light.svg">
`
      : "";
  return exhibits.map(({ name, title, text, code }) =>
    `## ${title}

${text}

\`\`\`ts
${code};
\`\`\`

<picture>
${narrow(name)}  <source media="(prefers-color-scheme: dark)" srcset="gallery/${name}-dark.svg">
  <img alt="${title}: ${text}" src="gallery/${name}-light.svg">
</picture>
`
  ).join("\n");
}
