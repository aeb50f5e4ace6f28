import { type TokenScope, tokenScopes } from "../../../db/columns/accounts.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { writeUtcMinute } from "../../evidence/written-time.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { noteInOffice } from "../audit/office-log.repo.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import type { NewTokenView, OfficeToken, TokenView } from "./access-tokens.output.schema.ts";
import {
  countUserTokens,
  deleteToken,
  findOwnedToken,
  findTokenAndOwner,
  insertToken,
  listOfficeTokens,
  listUserTokens,
  setTokenUsed,
  type TokenRow,
} from "./access-tokens.repo.ts";
import { type CreateTokenInput, maxTokens } from "./access-tokens.schema.ts";
import {
  hashOfSecret,
  newAccessToken,
  provesItself,
  readAccessToken,
  writeAccessToken,
} from "./access-tokens.ts";
import { requireAccount } from "./accounts.service.ts";
import type { Actor } from "./accounts.ts";
import { findMember } from "./memberships.repo.ts";
import { requireNotAbove } from "./memberships.service.ts";

const day = 86_400_000;
const usedAtMostEveryMs = 10 * 60_000;

type Identifying = Pick<Deps, "db" | "now" | "bestEffort">;

/**
 * The user for whom a program acts with this token, and its scopes. Throws `unauthenticated` for a token that is
 * unknown, revoked or expired, of a deleted account, or of someone who is no longer a member of its office. Only a
 * caller with the complete token learns that it has expired. Records the token's use if possible.
 */
export async function actorOfAccessToken(deps: Identifying, text: string): Promise<Actor> {
  const given = readAccessToken(text);
  const found = given && (await findTokenAndOwner(deps.db, given.id));
  if (!found || !provesItself(given, found.token.secretSha256)) {
    throw unknownToken();
  }
  const { token, owner } = found;
  const now = deps.now();
  if (token.expiresAt !== null && token.expiresAt.getTime() <= now) {
    const when = writeUtcMinute(token.expiresAt);
    throw new AppError(
      "unauthenticated",
      "access-token-expired",
      "This access token expired on {when} UTC.",
      { params: { when } },
    );
  }
  const member = token.memberId === null ? undefined : await findMember(deps.db, owner.id, token.memberId);
  if (owner.isOffice && !member) throw unknownToken();
  await noteUse(deps, token, now);
  const { id, username, isAdmin, hasAdminPassword, firstName, lastName, email, ...row } =
    member?.person ?? owner;
  const { emailConfirmedAt, pendingEmail, deletionAt, language, timeZone } = row;
  const rights = { isAdmin, hasAdminPassword, scopes: token.scopes };
  const person = { id, username, firstName, lastName, language, timeZone };
  const office = member && { ...owner, name: owner.firstName, role: member.role };
  return { ...person, email, emailConfirmedAt, pendingEmail, deletionAt, ...rights, office };
}

function unknownToken(): AppError {
  return new AppError(
    "unauthenticated",
    "access-token-invalid",
    "This access token is not valid: it is unknown or was revoked.",
  );
}

/** A clock that was set back counts as later: the time shown must not be in the future. */
async function noteUse(
  { db, bestEffort }: Identifying,
  { id, lastUsedAt }: TokenRow,
  now: number,
): Promise<void> {
  if (lastUsedAt !== null && Math.abs(now - lastUsedAt.getTime()) < usedAtMostEveryMs) return;
  await bestEffort.attempt("the last use of an access token", () => setTokenUsed(db, id, new Date(now)));
}

/** The tokens of an office, oldest first, with the username of the member who made each. */
export async function listTokensOfOffice(deps: Pick<Deps, "db">, officeId: string): Promise<OfficeToken[]> {
  return (await listOfficeTokens(deps.db, officeId)).map(({ token, madeBy }) => ({
    ...toView(token),
    madeBy,
    isRecorded: true,
    isMember: true,
  }));
}

export async function listTokens(deps: Pick<Deps, "db">, owner: Actor): Promise<TokenView[]> {
  return (await listUserTokens(deps.db, owner.id)).map(toView);
}

/**
 * Creates a token. Only this answer contains all of it; the stored hash cannot be used. Throws `conflict` if the
 * account has the maximum number of tokens, `rate_limited`.
 */
export async function createToken(
  deps: RateLimitDeps,
  owner: Actor,
  input: CreateTokenInput,
): Promise<NewTokenView> {
  await takeFromLimit(deps, "accessChangesPerAccount", owner.member?.id ?? owner.id);
  const made = newAccessToken();
  const now = deps.now();
  const row = {
    id: made.id,
    userId: owner.id,
    memberId: owner.member?.id ?? null,
    name: input.name,
    secretSha256: hashOfSecret(made.secret),
    scopes: scopesOf(input),
    createdAt: new Date(now),
    lastUsedAt: null,
    expiresAt: input.expiresInDays === undefined ? null : new Date(now + input.expiresInDays * day),
  };
  await transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    if ((await countUserTokens(deps.db, owner.id)) >= maxTokens) {
      throw new AppError(
        "conflict",
        "too-many-access-tokens",
        "You have {count} access tokens, which is the maximum. Please revoke one first.",
        { params: { count: maxTokens } },
      );
    }
    await insertToken(deps.db, row);
    const detail = { name: row.name };
    await noteInOffice(deps, owner, { action: "token.made", subject: row.id, detail });
  });
  return { ...toView(row), token: writeAccessToken(made) };
}

/**
 * The scopes of a new token. Programs written before collections and projects had scopes of their own name those for
 * documents alone, and get what these stood for.
 */
function scopesOf({ scopes, exactScopes }: CreateTokenInput): TokenScope[] {
  const isOfBefore = !exactScopes && scopes.every((scope) => scope.startsWith("documents:"));
  if (!isOfBefore) return [...new Set(scopes)];
  const rights = scopes.map((scope) => scope.slice("documents:".length));
  return tokenScopes.filter((scope) => {
    const [resource = "", right = ""] = scope.split(":");
    return ["documents", "collections", "projects"].includes(resource) && rights.includes(right);
  });
}

/**
 * Revokes a token. Throws `not_found`, also for another user's token; of an office, `forbidden` if someone with a
 * higher role made it.
 */
export async function revokeToken(deps: Pick<Deps, "db" | "now">, owner: Actor, id: string): Promise<void> {
  await transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    const row = await findOwnedToken(deps.db, owner.id, id);
    if (!row) throw new AppError("not_found", "access-token-not-found", "This access token does not exist.");
    if (row.memberId !== null) await requireNotAbove(deps, owner, row.memberId);
    await deleteToken(deps.db, id);
    await noteInOffice(deps, owner, { action: "token.revoked", subject: id });
  });
}

function toView(row: TokenRow): TokenView {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
