import { findAssignments } from "./find_assignments.ts";
import { findEmails } from "./find_emails.ts";
import { findJwts } from "./find_jwts.ts";
import { findKeys } from "./find_keys.ts";
import { findMentions } from "./find_mentions.ts";
import { findPem } from "./find_pem.ts";
import { findPgpass } from "./find_pgpass.ts";
import { findUrlLogins } from "./find_url_logins.ts";
import type { Finder } from "./span.ts";

/**
 * All finders, in this order: what has a form of its own goes before what only its surroundings give away. Each
 * sees what those before it found as hidden.
 */
export const FINDERS: readonly Finder[] = [
  findPem,
  findKeys,
  findJwts,
  findUrlLogins,
  findPgpass,
  findAssignments,
  findMentions,
  findEmails,
];
