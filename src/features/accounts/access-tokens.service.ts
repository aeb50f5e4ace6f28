import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import type { Deps } from "../deps.ts";
import type { NewTokenView, TokenView } from "./access-tokens.output.schema.ts";
import {
  countTokensOf,
  deleteToken,
  findTokenAndOwner,
  insertToken,
  listTokensOf,
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

const day = 86_400_000;
const usedAtMostEveryMs = 10 * 60_000;

type Identifying = Pick<Deps, "db" | "now" | "bestEffort">;

/**
 * The user a program acts for with this text, and all that it may do. Throws `unauthenticated` for a token that is
 * unknown, was revoked or has expired, and for that of a deleted account. Only who has the whole token learns that
 * it has expired. That the token was used is noted where it can be.
 */
export async function actorOfAccessToken(deps: Identifying, text: string): Promise<Actor> {
  const given = readAccessToken(text);
  const found = given && (await findTokenAndOwner(deps.db, given.id));
  if (!found || !provesItself(given, found.token.secretSha256)) {
    throw new AppError(
      "unauthenticated",
      "access-token-invalid",
      "This access token is not valid: it is not known, or was revoked.",
    );
  }
  const { token, owner } = found;
  const now = deps.now();
  if (token.expiresAt !== null && token.expiresAt.getTime() <= now) {
    const when = token.expiresAt.toISOString().slice(0, 16).replace("T", " ");
    throw new AppError(
      "unauthenticated",
      "access-token-expired",
      "This access token expired on {when} UTC.",
      { params: { when } },
    );
  }
  await noteUse(deps, token, now);
  const { id, username, isAdmin, hasAdminPassword, firstName, lastName, email, emailConfirmedAt } = owner;
  const rights = { isAdmin, hasAdminPassword, scopes: token.scopes };
  return { id, username, firstName, lastName, email, emailConfirmedAt, ...rights };
}

/** A clock that was set back counts as later: the time that is shown must not stand in the future. */
async function noteUse(
  { db, bestEffort }: Identifying,
  { id, lastUsedAt }: TokenRow,
  now: number,
): Promise<void> {
  if (lastUsedAt !== null && Math.abs(now - lastUsedAt.getTime()) < usedAtMostEveryMs) return;
  await bestEffort.attempt("the last use of an access token", () => setTokenUsed(db, id, new Date(now)));
}

export async function listTokens(deps: Pick<Deps, "db">, owner: Actor): Promise<TokenView[]> {
  return (await listTokensOf(deps.db, owner.id)).map(toView);
}

/**
 * Makes a token. This answer alone has all of it; what is kept cannot be used. Throws `conflict` when the account has
 * as many as it may.
 */
export async function createToken(
  deps: Pick<Deps, "db" | "now">,
  owner: Actor,
  input: CreateTokenInput,
): Promise<NewTokenView> {
  const made = newAccessToken();
  const now = deps.now();
  const row = {
    id: made.id,
    userId: owner.id,
    name: input.name,
    secretSha256: hashOfSecret(made.secret),
    scopes: [...new Set(input.scopes)],
    createdAt: new Date(now),
    lastUsedAt: null,
    expiresAt: input.expiresInDays === undefined ? null : new Date(now + input.expiresInDays * day),
  };
  await transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    if ((await countTokensOf(deps.db, owner.id)) >= maxTokens) {
      throw new AppError(
        "conflict",
        "too-many-access-tokens",
        "You have {count} access tokens, which is the maximum. Please revoke one first.",
        { params: { count: maxTokens } },
      );
    }
    await insertToken(deps.db, row);
  });
  return { ...toView(row), token: writeAccessToken(made) };
}

/** From now on the token is nobody's. Throws `not_found`, also for somebody else's. */
export async function revokeToken({ db }: Pick<Deps, "db">, owner: Actor, id: string): Promise<void> {
  if (!(await deleteToken(db, owner.id, id)))
    throw new AppError("not_found", "access-token-not-found", "This access token does not exist.");
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
