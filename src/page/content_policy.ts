import { createHash } from "node:crypto";

/** The texts of a page that a browser may apply or run. */
export interface InlineTexts {
  /** Content of its one `<style>`. */
  readonly style: string;
  /** Content of its one `<script>`. */
  readonly script: string;
}

/**
 * The Content-Security-Policy of a page: nothing may be loaded from anywhere, and only its own style
 * sheet and script, known by their hashes, are applied. Whatever else would get into the page, it
 * could neither run nor call home.
 */
export function contentPolicy({ style, script }: InlineTexts): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    // Carpets are pictures inside of the page.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
