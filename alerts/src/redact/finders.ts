import { findAssignments } from "./find_assignments.ts";
import { findEmails } from "./find_emails.ts";
import { encodedFinder } from "./find_encoded.ts";
import { findJwts } from "./find_jwts.ts";
import { findKeys } from "./find_keys.ts";
import { findMarkup } from "./find_markup.ts";
import { findPatterns } from "./find_patterns.ts";
import { findPem } from "./find_pem.ts";
import { findSecrets } from "./find_secrets.ts";
import { findUrlLogins } from "./find_url_logins.ts";
import type { Finder } from "./span.ts";

/**
 * Finders in this order: what has a form of its own goes before what only its surroundings give
 * away. Each sees what those before it found as hidden.
 */
const PLAIN: readonly Finder[] = [
  findPem,
  findKeys,
  findJwts,
  findUrlLogins,
  findMarkup,
  findAssignments,
  findPatterns,
  findEmails,
];

/** The same, and after them what looks into base64 with the others. */
export const FINDERS: readonly Finder[] = [
  ...PLAIN,
  encodedFinder((text) => findSecrets(text, PLAIN).length > 0),
];
