import { createHash, randomBytes } from "node:crypto";
import type { Deps } from "../deps.ts";
import { findSecretLink, insertSecretLink } from "./magic-links.repo.ts";
import type { SecretLinkPurpose } from "./mail.ts";

type Parts = Pick<Deps, "db" | "now">;
type NewSecretLink = { purpose: SecretLinkPurpose; subject: string; lifetimeMs: number };

/** Creates a link and returns its token of 256 random bits; only its hash is stored. */
export async function createSecretLink(
  { db, now }: Parts,
  { purpose, subject, lifetimeMs }: NewSecretLink,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertSecretLink(db, {
    tokenHash: computeHash(token),
    purpose,
    subject,
    expiresAt: new Date(now() + lifetimeMs),
  });
  return token;
}

/** The id of what the token opens; undefined if it is unknown or expired. */
export async function openSecretLink(
  { db, now }: Parts,
  purpose: SecretLinkPurpose,
  token: string,
): Promise<string | undefined> {
  return findSecretLink(db, computeHash(token), purpose, now());
}

function computeHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
