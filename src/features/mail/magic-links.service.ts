import { createHash, randomBytes } from "node:crypto";
import type { MagicLinkPurpose } from "../../../db/columns/mail.ts";
import type { Deps } from "../deps.ts";
import { findMagicLink, findMailing, insertMagicLink } from "./magic-links.repo.ts";

type Parts = Pick<Deps, "db" | "now">;
type NewMagicLink = { purpose: MagicLinkPurpose; subject: string; lifetimeMs: number; mailId?: string };

/**
 * Creates a link and returns its token of 256 random bits; only its hash is stored. `mailId`: the email that will
 * contain it.
 */
export async function createMagicLink(
  { db, now }: Parts,
  { purpose, subject, lifetimeMs, mailId }: NewMagicLink,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await insertMagicLink(db, {
    tokenHash: computeHash(token),
    purpose,
    subject,
    expiresAt: new Date(now() + lifetimeMs),
    mailId,
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

/** When the mail server accepted the email that contains this link; undefined unless that is certain. */
export async function findMailedTime({ db }: Pick<Deps, "db">, token: string): Promise<Date | undefined> {
  return (await findMailing(db, computeHash(token)))?.mailedAt ?? undefined;
}

/** Whether the link was written into an email, so that only a reader of the mailbox can open it. */
export async function isInMail({ db }: Pick<Deps, "db">, token: string): Promise<boolean> {
  return ((await findMailing(db, computeHash(token)))?.mailId ?? null) !== null;
}

function computeHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
