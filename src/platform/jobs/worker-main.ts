import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { AppError } from "../../errors.ts";
import { appendSeal } from "../../evidence/pades/append-seal.ts";
import { renderAcknowledgement } from "../../formats/certificate/acknowledgement.ts";
import { renderCertificate } from "../../formats/certificate/certificate.ts";
import { renderCollection } from "../../formats/certificate/collection.ts";
import { renderDeclaration } from "../../formats/certificate/declaration.ts";
import { readFileList } from "../../formats/certificate/file-list.ts";
import { renderTimeline } from "../../formats/certificate/timeline.ts";
import { fileTypes } from "../../formats/file-types.ts";
import { listFonts } from "../../formats/pdf/list-fonts.ts";
import { findEncryptionRefusal } from "../../formats/pdf/open-pdf.ts";
import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { stampFile } from "../../formats/stamp-file.ts";
import { isDiskFull, outOfSpace } from "../files/disk-full.ts";
import { hashFileNow } from "../files/hash-file.ts";
import { openChannel } from "./child-channel.ts";
import { getFailureCause } from "./failure-cause.ts";
import {
  libraryNotLoaded,
  refusalKinds,
  type TaskName,
  type TaskReply,
  type TaskRequest,
  type Tasks,
  taskMessages,
} from "./tasks.ts";
import { warmUp } from "./warm-up.ts";

type TaskTable = { [Name in TaskName]: (input: Tasks[Name]["input"]) => Promise<Tasks[Name]["output"]> };

/** The tasks whose rules belong to a feature. */
type FeatureTasks = Pick<TaskTable, "collection-list">;

/** What not every task needs; a PDF does not wait for it. */
const loadLater = {
  texts: () => load(import("../../formats/prepare-text.ts")),
  pictures: () => load(import("../../formats/images/stamp-image-file.ts")),
  pagePictures: () => load(import("../../formats/images/page-picture.ts")),
};

const ownTasks: Omit<TaskTable, keyof FeatureTasks> = {
  "prepare-text": async ({ input, output, fileType }) => {
    const { preparations } = await loadLater.texts();
    return { ...(await preparations[fileType](input, output)), ...hashFileNow(output) };
  },
  "list-fonts": async ({ input }) => ({ fonts: listFonts(await readFile(input)) }),
  "check-encryption": async ({ input }) => {
    const refusal = findEncryptionRefusal(await readFile(input));
    return refusal ? { refusal: { code: refusal.code, text: refusal.text } } : {};
  },
  certificate: async ({ facts, output, seal }) => {
    await writeFile(output, await renderCertificate(facts));
    return { ...(seal ? { seal: appendSeal(output, seal) } : {}), ...hashFileNow(output) };
  },
  collection: async ({ facts, input, output, seal }) => {
    const files = readFileList(await readFile(input, "utf8"));
    await writeFile(output, await renderCollection(facts, files, () => Bun.gc(true)));
    return { ...(seal ? { seal: appendSeal(output, seal) } : {}), ...hashFileNow(output) };
  },
  sha256sums: async ({ input, output }) => {
    await writeFile(output, writeSha256Sums(readFileList(await readFile(input, "utf8"))));
    return hashFileNow(output);
  },
  reseal: async ({ input, output, bytes, seal }) => {
    // copyFile would also copy the input's mode, which may be read-only.
    await writeFile(output, createReadStream(input, { end: bytes - 1 }));
    return appendSeal(output, seal);
  },
  declaration: async ({ facts, output }) => {
    await writeFile(output, await renderDeclaration(facts));
    return hashFileNow(output);
  },
  timeline: async ({ facts, output }) => {
    await writeFile(output, await renderTimeline(facts));
    return hashFileNow(output);
  },
  acknowledgement: async ({ facts, output }) => {
    await writeFile(output, await renderAcknowledgement(facts));
    return hashFileNow(output);
  },
  picture: async (input) => {
    const { drawPagePicture } = await loadLater.pagePictures();
    await drawPagePicture(input);
    return hashFileNow(input.output);
  },
  stamp: async ({ seal, ...input }) => {
    if (input.fileType !== fileTypes.pdf) await loadLater.pictures();
    const outcome = await stampFile(input);
    const sealed =
      seal && outcome.contentType === "application/pdf" ? { seal: appendSeal(input.output, seal) } : {};
    return { ...outcome, ...sealed, ...hashFileNow(input.output) };
  },
};

/**
 * The main loop of a child process: it warms up, then runs the server's tasks one by one until it is killed. A task
 * that arrives first does not wait for the warm-up.
 */
export function work(featureTasks: FeatureTasks): void {
  const tasks: TaskTable = { ...ownTasks, ...featureTasks };
  let asked = false;
  const { say } = openChannel(async (request) => {
    asked = true;
    say(await answer(tasks, request));
  });
  say({ type: "ready" });
  setTimeout(() => {
    if (!asked)
      warmUp(process.cwd(), () => !asked)
        .then(() => loadWhile(() => !asked))
        .catch((error) => say({ type: "cold", detail: describeError(error) }));
  }, 20);
}

/** A library, perhaps a native one, that is not part of the child from its start. */
async function load<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    const error = new Error(`A library for this task cannot be loaded: ${cause}`, { cause });
    throw Object.assign(error, { code: libraryNotLoaded });
  }
}

/** So that pictures and texts do not wait either, if there is time. */
async function loadWhile(isIdle: () => boolean): Promise<void> {
  for (const loadOne of Object.values(loadLater)) if (isIdle()) await loadOne();
}

async function answer(tasks: TaskTable, request: TaskRequest): Promise<TaskReply> {
  try {
    const output = await perform(tasks, request);
    return { type: "done", output, rss: process.memoryUsage.rss() };
  } catch (error) {
    return { ...explain(error), rss: process.memoryUsage.rss() };
  }
}

function perform<Name extends TaskName>(
  tasks: TaskTable,
  request: { name: Name; input: Tasks[Name]["input"] },
) {
  return tasks[request.name](request.input);
}

function refused({ kind, code, text, params, issues }: AppError) {
  const known = refusalKinds.find((one) => one === kind);
  if (known === undefined) throw new Error(`A document is not refused as ${kind}.`);
  const message = { code, text, ...(params ? { params } : {}) };
  return { type: "refused", kind: known, message, ...(issues ? { issues } : {}) } as const;
}

/**
 * An AppError's message is for the user. The server classifies problems of the machine and missing files. Every other
 * error that a document causes gets one general message.
 */
function explain(error: unknown) {
  if (error instanceof AppError) return refused(error);
  if (isDiskFull(error)) return refused(outOfSpace());
  const detail = describeError(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (getFailureCause(error) === "machine" || code === "ENOENT")
    return { type: "failed", code, detail } as const;
  return { type: "refused", kind: "unsupported", message: taskMessages.crashed, detail } as const;
}

/** Of a reply, which the server accepts only up to a certain length. */
const longestDetail = 10_000;

function describeError(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, longestDetail);
}
