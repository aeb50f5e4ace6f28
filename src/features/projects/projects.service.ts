import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import type { Actor } from "../accounts/accounts.ts";
import { requireNotAbove } from "../accounts/memberships.service.ts";
import type { Deps } from "../deps.ts";
import { listOwned } from "../documents/documents.service.ts";
import { toDocumentView } from "../documents/documents.ts";
import type { ProjectDetails, ProjectView } from "./projects.output.schema.ts";
import {
  countEntries,
  countEntriesByProject,
  countProjects,
  deleteProject,
  findOwnedProject,
  insertProject,
  listEntries,
  listTimelines,
  listUserProjects,
  type ProjectRow,
  setProject,
  setVersionGroup,
  updateProject,
} from "./projects.repo.ts";
import {
  type CreateProjectInput,
  type LinkVersionsInput,
  maxEntries,
  maxProjects,
  type UpdateProjectInput,
} from "./projects.schema.ts";
import { arrangeEntries, projectNotFound } from "./projects.ts";
import { listShares } from "./shares.repo.ts";

/** The owner's projects, newest first. */
export async function listProjects({ db }: Pick<Deps, "db">, owner: Actor): Promise<ProjectView[]> {
  const rows = await listUserProjects(db, owner.id);
  const counts = await countEntriesByProject(db, owner.id);
  return rows.map((row) => toView(row, counts.get(row.id) ?? 0));
}

/** Throws `conflict` if the account has the maximum number of projects. */
export async function createProject(
  deps: Pick<Deps, "db" | "now">,
  owner: Actor,
  { name, note = null }: CreateProjectInput,
): Promise<ProjectView> {
  const row = { id: crypto.randomUUID(), userId: owner.id, name, note, createdAt: new Date(deps.now()) };
  await transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    if ((await countProjects(deps.db, owner.id)) >= maxProjects) {
      throw new AppError(
        "conflict",
        "too-many-projects",
        "You have {count} projects, which is the maximum. Please delete one first; its documents stay.",
        { params: { count: maxProjects } },
      );
    }
    await insertProject(deps.db, row);
  });
  return toView(row, 0);
}

/**
 * Throws `not_found`, even if the project exists but belongs to another user. The same is true for all functions below.
 */
export async function getProject(
  { db }: Pick<Deps, "db">,
  owner: Actor,
  id: string,
): Promise<ProjectDetails> {
  const row = await requireOwnedProject({ db }, owner, id);
  const entries = arrangeEntries(await listEntries(db, id)).map(({ row: document, version }) => ({
    document: toDocumentView(document),
    version,
  }));
  const timelines = (await listTimelines(db, id)).map(toDocumentView);
  return { ...toView(row, entries.length), entries, timelines };
}

export async function getProjectName({ db }: Pick<Deps, "db">, owner: Actor, id: string): Promise<string> {
  return (await requireOwnedProject({ db }, owner, id)).name;
}

/** Changes the given fields. */
export async function changeProject(
  deps: Pick<Deps, "db">,
  owner: Actor,
  { id, name, note }: UpdateProjectInput,
): Promise<ProjectView> {
  return transaction(deps, async ({ db }) => {
    const row = await requireOwnedProject({ db }, owner, id);
    const change = { name: name ?? row.name, note: note === undefined ? row.note : note };
    await updateProject(db, id, change);
    return toView({ ...row, ...change }, await countEntries(db, id));
  });
}

/**
 * Deletes the project with its links. Its documents stay, outside of any project. Throws `not_found`, and `forbidden`
 * if someone with a higher role in the office made a link that still opens.
 */
export async function removeProject(deps: Pick<Deps, "db" | "now">, owner: Actor, id: string): Promise<void> {
  await transaction(deps, async ({ db, now }) => {
    await requireAccount({ db }, owner);
    await requireOwnedProject({ db }, owner, id);
    for (const { memberId, revokedAt, expiresAt } of await listShares(db, id))
      if (revokedAt === null && expiresAt.getTime() > now()) await requireNotAbove({ db }, owner, memberId);
    await deleteProject(db, id);
  });
}

/**
 * Moves documents into the project, out of any other; ignores those that were deleted or belong to another user.
 * Returns how many were moved. Throws `conflict` if the project would have too many.
 */
export async function moveEntries(
  deps: Pick<Deps, "db">,
  owner: Actor,
  { id, ids }: { id: string; ids: string[] },
): Promise<number> {
  return transaction(deps, async ({ db }) => {
    await requireOwnedProject({ db }, owner, id);
    const rows = await listOwned({ db }, owner, ids);
    const coming = rows.filter(({ projectId }) => projectId !== id).map((row) => row.id);
    if ((await countEntries(db, id)) + coming.length > maxEntries) {
      throw new AppError(
        "conflict",
        "project-full",
        "A project can contain at most {count} documents. Please start another project.",
        { params: { count: maxEntries } },
      );
    }
    if (coming.length > 0) await setProject(db, coming, id);
    return rows.length;
  });
}

/** Takes documents out of their projects; ignores those that were deleted or belong to another user. */
export async function removeEntries(deps: Pick<Deps, "db">, owner: Actor, ids: string[]): Promise<number> {
  return transaction(deps, async ({ db }) => {
    const rows = await listOwned({ db }, owner, ids);
    await setProject(
      db,
      rows.map((row) => row.id),
      null,
    );
    return rows.length;
  });
}

/** Links documents of the project as versions of one another, or unlinks them. */
export async function linkVersions(
  deps: Pick<Deps, "db">,
  owner: Actor,
  { id, ids, isLinked }: LinkVersionsInput,
): Promise<ProjectDetails> {
  await transaction(deps, async ({ db }) => {
    await requireOwnedProject({ db }, owner, id);
    const rows = (await listOwned({ db }, owner, ids)).filter(({ projectId }) => projectId === id);
    await setVersionGroup(
      db,
      rows.map((row) => row.id),
      isLinked ? crypto.randomUUID() : null,
    );
  });
  return getProject(deps, owner, id);
}

export async function requireOwnedProject(
  { db }: Pick<Deps, "db">,
  owner: Actor,
  id: string,
): Promise<ProjectRow> {
  const row = await findOwnedProject(db, owner.id, id);
  if (!row) throw projectNotFound();
  return row;
}

function toView({ id, name, note, createdAt }: ProjectRow, entryCount: number): ProjectView {
  return { id, name, note, entryCount, createdAt: createdAt.toISOString() };
}
