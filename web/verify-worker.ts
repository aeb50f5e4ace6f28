import "./lib/schemas-without-eval.ts";
import { shippedLists } from "../src/evidence/trust-lists/trust-lists.ts";
import { maySupport } from "../src/evidence/verifier/open-file.ts";
import { headBytes, readGivenFiles } from "../src/evidence/verifier/read-given-files.ts";
import { takeTrustFiles } from "../src/evidence/verifier/take-trust-file.ts";
import { readTrust } from "../src/evidence/verifier/trust.ts";
import { verifyFiles } from "../src/evidence/verifier/verify-files.ts";
import type { VerifyEvent, VerifyTask } from "./features/verification/verify-task.ts";

/**
 * Reads and verifies files in a worker, so that the page stays responsive: each signature in a PDF requires a pass
 * over the whole file.
 */
addEventListener("message", ({ data }: MessageEvent<VerifyTask>) => {
  verify(data).catch(reportError);
});

async function verify({ id, trustFiles, evidence, trust, ...task }: VerifyTask): Promise<void> {
  const tell = (progress: VerifyEvent["progress"]) => postMessage({ id, progress } satisfies VerifyEvent);
  const files = task.supportingOnly ? await findSupporting(task.files) : task.files;
  const read = await readGivenFiles(
    [...trustFiles, ...files].map(toReadable),
    (percent) => tell({ state: "reading", percent }),
    evidence.records,
  );
  if ("unreadable" in read) return tell({ state: "unreadable", name: read.unreadable });
  const before = takeTrustFiles(read.slice(0, trustFiles.length), shippedLists);
  if ("problem" in before) return tell({ state: "unusable", problem: before.problem });
  const { given = [], hasOthers = false } = task;
  const chosen = [...given, ...read.slice(trustFiles.length)];
  const taken = takeTrustFiles(chosen, before.lists, !hasOthers);
  if ("problem" in taken) return tell({ state: "unusable", problem: taken.problem });
  const reports = verifyFiles(taken.files, evidence, readTrust(trust, taken.lists), new Date());
  const lists = { from: [...before.from, ...taken.from], unused: taken.unused };
  tell({ state: "done", reports, lists });
}

async function findSupporting(files: File[]): Promise<File[]> {
  const found: File[] = [];
  for (const file of files) {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    if (maySupport(head, file.size)) found.push(file);
  }
  return found;
}

const toReadable = (file: File) => ({ name: file.name, content: file });
