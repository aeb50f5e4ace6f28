import type { PasskeyPurpose } from "../../../db/columns/accounts.ts";
import { AppError } from "../../errors.ts";
import type { Deps } from "../deps.ts";
import type { UserRow } from "./accounts.repo.ts";
import type { PasskeyOptions } from "./passkeys.output.schema.ts";
import {
  deleteChallengesBefore,
  findPasskeyAndOwner,
  insertChallenge,
  listPasskeys,
  type PasskeyRow,
  spendPasskey,
  takeChallenge,
} from "./passkeys.repo.ts";
import type { SignedPasskey } from "./passkeys.schema.ts";
import {
  checkSignedPasskey,
  hashChallenge,
  readChallenge,
  readSite,
  toUserHandle,
  writeRequestOptions,
} from "./passkeys.ts";

const challengeMs = 5 * 60_000;

type CheckDeps = Pick<Deps, "config" | "db" | "now">;

/** What a challenge is for, and for whose account; null while that is not known. */
type For = { purpose: PasskeyPurpose; userId: string | null };

/** A passkey that has signed. Its counter is checked again in the transaction that relies on it. */
export type CheckedPasskey = { passkey: PasskeyRow; owner: UserRow; counter: number };

/** Stores a challenge for five minutes. */
export async function keepChallenge({ db, now }: CheckDeps, challenge: string, of: For): Promise<void> {
  const expiresAt = new Date(now() + challengeMs);
  await insertChallenge(db, { challengeSha256: hashChallenge(challenge), ...of, expiresAt });
}

/** Uses up the challenge of an answer, on whatever server; false if it was not asked for, or was answered before. */
export async function spendChallenge(
  { db, now }: CheckDeps,
  answer: Parameters<typeof readChallenge>[0],
  of: For,
): Promise<boolean> {
  return takeChallenge(db, hashChallenge(readChallenge(answer)), { ...of, now: new Date(now()) });
}

/** Asks for a signature: of any passkey of this site for a sign-in, otherwise of one of the account's. */
export async function askForPasskey(deps: CheckDeps, of: For): Promise<PasskeyOptions> {
  const known = of.userId === null ? [] : await listPasskeys(deps.db, of.userId);
  const options = await writeRequestOptions(readSite(deps.config), known);
  await keepChallenge(deps, options.challenge, of);
  return { options: { ...options } };
}

/**
 * Checks the answer to `askForPasskey`. Every reason to refuse it gives the same error, so that no answer tells whether
 * an account or a passkey exists. Throws `unauthenticated` before a sign-in, otherwise `invalid`.
 */
export async function checkPasskey(deps: CheckDeps, signed: SignedPasskey, of: For): Promise<CheckedPasskey> {
  if (!(await spendChallenge(deps, signed, of))) throw passkeyRefused(of);
  const found = await findPasskeyAndOwner(deps.db, signed.id);
  if (!found || (of.userId !== null && found.owner.id !== of.userId)) throw passkeyRefused(of);
  const { userHandle } = signed.response;
  const isOwners =
    userHandle === undefined ? of.userId !== null : userHandle === toUserHandle(found.owner.id);
  if (!isOwners) throw passkeyRefused(of);
  const counter = await checkSignedPasskey(readSite(deps.config), signed, found.passkey);
  if (counter === undefined) throw passkeyRefused(of);
  return { ...found, counter };
}

/**
 * In the transaction that relies on the passkey: records its use. Throws as `checkPasskey` if it was removed meanwhile,
 * or if its counter went back, which says that there may be a copy (WebAuthn, 7.2, step 22).
 */
export async function requirePasskeyUse(
  { db, now }: Pick<Deps, "db" | "now">,
  { passkey, counter }: CheckedPasskey,
  of: For,
): Promise<void> {
  if (!(await spendPasskey(db, passkey, { counter, at: new Date(now()) }))) throw passkeyRefused(of);
}

export async function deleteOldChallenges({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteChallengesBefore(db, new Date(now()));
}

function passkeyRefused({ purpose }: For): AppError {
  return new AppError(
    purpose === "sign-in" ? "unauthenticated" : "invalid",
    "passkey-refused",
    "This passkey was not accepted. Please try again, or use another way.",
  );
}
