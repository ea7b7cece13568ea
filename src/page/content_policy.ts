import { createHash } from "node:crypto";

/** The style sheet and the script of a page. */
export interface InlineTexts {
  /** Content of its one `<style>`. */
  readonly style: string;
  /** Content of its one `<script>`. */
  readonly script: string;
  /** Whether the page may ask the server that it came from. @default {false} */
  readonly live?: boolean;
}

/**
 * The Content-Security-Policy of a page: nothing may be loaded from anywhere, and only its own style
 * sheet and script, identified by their hashes, are applied. Anything injected into the page can
 * neither run nor send data.
 */
export function contentPolicy({ style, script, live = false }: InlineTexts): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    // Carpets are images inside the page.
    "img-src data:",
    ...live ? ["connect-src 'self'"] : [],
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
