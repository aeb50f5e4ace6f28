import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentView } from "../../../../src/features/documents/documents.output.schema.ts";
import { toDocumentView } from "../../../../src/features/documents/documents.ts";
import { acknowledgeProject } from "../../../../src/features/projects/acknowledgement.service.ts";
import { listEntries, listTimelines } from "../../../../src/features/projects/projects.repo.ts";
import {
  createProject,
  listProjects,
  moveEntries,
} from "../../../../src/features/projects/projects.service.ts";
import { openShare } from "../../../../src/features/projects/shared-project.service.ts";
import {
  listProjectShares,
  requestAcknowledgement,
} from "../../../../src/features/projects/shares.service.ts";
import { createTimeline } from "../../../../src/features/projects/timeline.service.ts";
import type { Flow } from "../flow.ts";
import type { World } from "../world.ts";
import { countStamps, documentsOf, stamp } from "./steps.ts";

const address = "192.0.2.1";

/** The project of the template's stamped document. */
async function addProject({ deps, owner, ...world }: World): Promise<void> {
  const { id } = await createProject(deps, owner, { name: "Roof of 12 Oak Street" });
  const documents = await documentsOf({ deps, owner, ...world });
  await moveEntries(deps, owner, { id, ids: documents.map((document) => document.id) });
}

async function projectOf({ deps, owner }: World): Promise<string> {
  return (await listProjects(deps, owner))[0]?.id ?? "";
}

/** The one document of this kind must exist, and only the template's document may have used a stamp of the trial. */
async function findFaults(world: World, kind: string, made: DocumentView[]): Promise<string[]> {
  const stamps = await countStamps(world);
  return [
    ...(made.length === 1 ? [] : [`there are ${made.length} ${kind} instead of one`]),
    ...(stamps === 1 ? [] : [`${stamps} stamps of the trial were used instead of 1`]),
  ];
}

function failIfFailed([made]: DocumentView[]): void {
  if (made?.status === "error") throw new Error(made.errorMessage ?? "");
}

const isCompleted = (made: DocumentView[]) => made.some(({ status }) => status === "completed");

async function timelinesOf(world: World): Promise<DocumentView[]> {
  return (await listTimelines(world.deps.db, await projectOf(world))).map(toDocumentView);
}

async function makeTimeline(world: World): Promise<void> {
  const input = { id: await projectOf(world), exhibits: "A", hasDeclaration: true };
  await createTimeline(world.deps, world.owner, input, address);
  await world.settled();
  failIfFailed(await timelinesOf(world));
}

/** A timeline certificate lists the documents of a project, and takes no stamp of the plan. */
export const timeline: Flow = {
  what: "a timeline certificate is made",
  begin: addProject,
  act: makeTimeline,
  async again(world) {
    const [made] = await timelinesOf(world);
    await (made ? stamp(world, made.id) : makeTimeline(world));
  },
  isDone: async (world) => isCompleted(await timelinesOf(world)),
  faultsIn: async (world) => findFaults(world, "timelines", await timelinesOf(world)),
};

async function acknowledgementsOf(world: World): Promise<DocumentView[]> {
  const entries = await listEntries(world.deps.db, await projectOf(world));
  return entries.filter(({ acknowledgement }) => acknowledgement !== null).map(toDocumentView);
}

/** The token of the link in the email, which is a file in the outbox. */
function readToken({ deps }: World): string {
  const folder = join(deps.config.dataDir, "outbox");
  const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const text = mails.join().replace(/=\r?\n/g, "");
  return /\/share#([\w-]{43})/.exec(text)?.[1] ?? "";
}

/** What the client does with that link. */
async function pressButton(world: World): Promise<void> {
  const { deps } = world;
  const token = readToken(world);
  const reader = { address, userAgent: null, accountId: null, deviceToken: null };
  const { project } = await openShare(deps, { token }, reader);
  await acknowledgeProject(deps, { token, name: "Ann Smith", list: project?.list ?? "" }, reader);
  await world.settled();
  failIfFailed(await acknowledgementsOf(world));
}

/** A client presses "I have seen this", once: the link, the document in the project and its job change together. */
export const acknowledgement: Flow = {
  what: "a shared project is acknowledged",
  mailsTo: "outbox",
  async begin(world) {
    await addProject(world);
    const asked = { id: await projectOf(world), email: "ann@example.org", expiresInDays: 30 };
    const choices = { name: undefined, downloads: "none" as const };
    await requestAcknowledgement(world.deps, world.owner, { ...asked, ...choices }, address);
    await world.settled();
  },
  act: pressButton,
  async again(world) {
    const [made] = await acknowledgementsOf(world);
    await (made ? stamp(world, made.id) : pressButton(world));
  },
  isDone: async (world) => isCompleted(await acknowledgementsOf(world)),
  async faultsIn(world) {
    const made = await acknowledgementsOf(world);
    const shares = await listProjectShares(world.deps, world.owner, await projectOf(world));
    const isNoted = shares.length === 1 && shares[0]?.acknowledgement?.documentId === made[0]?.id;
    return [
      ...(await findFaults(world, "acknowledgements", made)),
      ...(isNoted ? [] : ["the link does not name its acknowledgement"]),
    ];
  },
};
