import { and, count, desc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { documents, projects } from "../../../db/schema.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import { kindsThat } from "../documents/kinds/kinds.ts";
import { deleteProjectShares } from "./shares.repo.ts";

export type ProjectRow = typeof projects.$inferSelect;

/** Newest first. */
export async function listUserProjects(db: Database, userId: string): Promise<ProjectRow[]> {
  return db
    .select()
    .from(projects)
    .where(eq(projects.userId, userId))
    .orderBy(desc(projects.createdAt), desc(projects.id))
    .all();
}

/** A timeline belongs to its project but is not one of its entries. */
const isEntryKind = inArray(
  documents.kind,
  kindsThat(({ isEntry }) => isEntry),
);

/** The number of documents in each of the user's projects; projects without documents are left out. */
export async function countEntriesByProject(db: Database, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ projectId: documents.projectId, total: count() })
    .from(documents)
    .innerJoin(projects, eq(projects.id, documents.projectId))
    .where(and(eq(projects.userId, userId), isEntryKind))
    .groupBy(documents.projectId)
    .all();
  return new Map(rows.map(({ projectId, total }) => [projectId ?? "", total]));
}

export async function countEntries(db: Database, projectId: string): Promise<number> {
  const inProject = isEntry(projectId);
  return (await db.select({ total: count() }).from(documents).where(inProject).get())?.total ?? 0;
}

export async function countProjects(db: Database, userId: string): Promise<number> {
  const own = eq(projects.userId, userId);
  return (await db.select({ total: count() }).from(projects).where(own).get())?.total ?? 0;
}

/** The only query for a user's project: by ID and owner together. */
export async function findOwnedProject(
  db: Database,
  userId: string,
  id: string,
): Promise<ProjectRow | undefined> {
  return db
    .select()
    .from(projects)
    .where(and(eq(projects.id, id), eq(projects.userId, userId)))
    .get();
}

/** For readers whose access to the project was checked before. */
export async function findProject(db: Database, id: string): Promise<ProjectRow | undefined> {
  return db.select().from(projects).where(eq(projects.id, id)).get();
}

export async function insertProject(db: Database, row: ProjectRow): Promise<void> {
  await db.insert(projects).values(row).run();
}

export async function updateProject(
  db: Database,
  id: string,
  change: Pick<ProjectRow, "name" | "note">,
): Promise<void> {
  await db.update(projects).set(change).where(eq(projects.id, id)).run();
}

/** Deletes the project and its shares; its documents stay, outside of any project. Call it in a transaction. */
export async function deleteProject(db: Database, id: string): Promise<void> {
  await deleteProjectShares(db, id);
  await db
    .update(documents)
    .set({ projectId: null, versionGroup: null })
    .where(eq(documents.projectId, id))
    .run();
  await db.delete(projects).where(eq(projects.id, id)).run();
}

/** Deletes every project of a user as `deleteProject` does. Call it in a transaction. */
export async function deleteUserProjects(db: Database, userId: string): Promise<void> {
  for (const { id } of await listUserProjects(db, userId)) await deleteProject(db, id);
}

const isEntry = (projectId: string) => and(eq(documents.projectId, projectId), isEntryKind);

export async function listEntries(db: Database, projectId: string): Promise<DocumentRow[]> {
  return db.select().from(documents).where(isEntry(projectId)).all();
}

/** The entry or timeline certificate of the project with this serial number. */
export async function findDocumentIn(
  db: Database,
  projectId: string,
  serialNumber: string,
): Promise<DocumentRow | undefined> {
  return db
    .select()
    .from(documents)
    .where(and(eq(documents.serialNumber, serialNumber), eq(documents.projectId, projectId)))
    .get();
}

/** Newest first. */
export async function listTimelines(db: Database, projectId: string): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(and(eq(documents.projectId, projectId), eq(documents.kind, "timeline")))
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .all();
}

const writtenByUs = kindsThat(({ generated }) => generated !== null);

/** Documents that the service wrote and stored but did not stamp, and can still stamp. */
export async function listUnstamped(db: Database): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.status, "uploaded"),
        isNotNull(documents.originalPath),
        inArray(documents.kind, writtenByUs),
      ),
    )
    .all();
}

/** Moves the documents into a project, or out of any; their links to versions in another project are removed. */
export async function setProject(db: Database, ids: string[], projectId: string | null): Promise<void> {
  await db.update(documents).set({ projectId, versionGroup: null }).where(inArray(documents.id, ids)).run();
}

export async function setVersionGroup(
  db: Database,
  ids: string[],
  versionGroup: string | null,
): Promise<void> {
  await db.update(documents).set({ versionGroup }).where(inArray(documents.id, ids)).run();
}
