import { createHash, randomBytes } from "node:crypto";
import type { Deps } from "../deps.ts";
import { findMagicLink, insertMagicLink } from "./magic-links.repo.ts";
import type { MagicLinkPurpose } from "./mail.ts";

type Parts = Pick<Deps, "db" | "now">;
type NewMagicLink = { purpose: MagicLinkPurpose; subject: string; lifetimeMs: number };

/** Creates a link and returns its token of 256 random bits; only its hash is stored. */
export async function createMagicLink(
  { db, now }: Parts,
  { purpose, subject, lifetimeMs }: NewMagicLink,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertMagicLink(db, {
    tokenHash: computeHash(token),
    purpose,
    subject,
    expiresAt: new Date(now() + lifetimeMs),
  });
  return token;
}

/** The id of what the token opens; undefined if it is unknown or expired. */
export async function openMagicLink(
  { db, now }: Parts,
  purpose: MagicLinkPurpose,
  token: string,
): Promise<string | undefined> {
  return findMagicLink(db, computeHash(token), purpose, now());
}

function computeHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
