import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { createSecretLink } from "../mail/magic-links.service.ts";
import { findOwnedProject } from "./projects.repo.ts";
import { requireOwnedProject } from "./projects.service.ts";
import type { NewShareView, ShareView } from "./shares.output.schema.ts";
import {
  countShares,
  deleteShare,
  findShare,
  insertShare,
  listOpenings,
  listShares,
  type OpeningRow,
  revokeShare,
  type ShareRow,
} from "./shares.repo.ts";
import { type CreateShareInput, maxShares } from "./shares.schema.ts";

const day = 24 * 3_600_000;
/** Openings that the owner sees of one share. */
const shownOpenings = 10;

/**
 * Makes a link to a read-only page of the project. Its token of 256 random bits is in the answer and nowhere else.
 * Throws `not_found` for a project of another user, and `conflict` if the project has too many links.
 */
export async function createShare(
  deps: Pick<Deps, "config" | "db" | "now" | "passwords">,
  owner: Actor,
  { id: projectId, label = null, expiresInDays, password, downloads }: CreateShareInput,
): Promise<NewShareView> {
  await requireOwnedProject(deps, owner, projectId);
  const passwordHash = password === undefined ? null : await deps.passwords.hash(password);
  return transaction(deps, async (deps) => {
    await requireOwnedProject(deps, owner, projectId);
    await makeRoom(deps, projectId);
    const lifetimeMs = expiresInDays * day;
    const row: ShareRow = {
      id: crypto.randomUUID(),
      projectId,
      label,
      passwordHash,
      downloads,
      createdAt: new Date(deps.now()),
      expiresAt: new Date(deps.now() + lifetimeMs),
      revokedAt: null,
      openCount: 0,
    };
    await insertShare(deps.db, row);
    const token = await createSecretLink(deps, { purpose: "shared-project", subject: row.id, lifetimeMs });
    return { ...toShareView(row, [], deps.now()), url: `${deps.config.origin}/share/${token}` };
  });
}

/** Links that ended make room for new ones, the oldest first. */
async function makeRoom({ db, now }: Pick<Deps, "db" | "now">, projectId: string): Promise<void> {
  if ((await countShares(db, projectId)) < maxShares) return;
  const ended = (await listShares(db, projectId)).findLast((row) => getState(row, now()) !== "open");
  if (!ended) {
    throw new AppError(
      "conflict",
      "too-many-shares",
      "This project has {count} links, which is the maximum. Please end one first.",
      { params: { count: maxShares } },
    );
  }
  await deleteShare(db, ended.id);
}

/** The links of a project with who opened them, newest first. Throws `not_found`. */
export async function listProjectShares(
  { db, now }: Pick<Deps, "db" | "now">,
  owner: Actor,
  projectId: string,
): Promise<ShareView[]> {
  await requireOwnedProject({ db }, owner, projectId);
  const rows = await listShares(db, projectId);
  const openings = await listOpenings(
    db,
    rows.map(({ id }) => id),
    shownOpenings,
  );
  return rows.map((row) => toShareView(row, openings.get(row.id) ?? [], now()));
}

/** Ends a link at once. Throws `not_found`, also for a link to a project of another user. */
export async function endShare(deps: Pick<Deps, "db" | "now">, owner: Actor, id: string): Promise<void> {
  await transaction(deps, async ({ db, now }) => {
    const row = await findShare(db, id);
    if (!row || !(await findOwnedProject(db, owner.id, row.projectId))) throw shareNotFound();
    await revokeShare(db, id, new Date(now()));
  });
}

function shareNotFound(): AppError {
  return new AppError("not_found", "share-not-found", "This link does not exist.");
}

function getState({ revokedAt, expiresAt }: ShareRow, now: number): ShareView["state"] {
  if (revokedAt !== null) return "revoked";
  return expiresAt.getTime() <= now ? "expired" : "open";
}

function toShareView(row: ShareRow, openings: OpeningRow[], now: number): ShareView {
  return {
    id: row.id,
    label: row.label,
    downloads: row.downloads,
    hasPassword: row.passwordHash !== null,
    state: getState(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    openCount: row.openCount,
    openings: openings.map(({ openedAt, lastOpenedAt, browser, system }) => ({
      openedAt: openedAt.toISOString(),
      lastOpenedAt: lastOpenedAt.toISOString(),
      browser,
      system,
    })),
  };
}
