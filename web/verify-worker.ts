import "./lib/schemas-without-eval.ts";
import { shippedLists } from "../src/evidence/trust-lists/trust-lists.ts";
import { readGivenFiles } from "../src/evidence/verifier/read-given-files.ts";
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

async function verify({ id, files, given = [], trustFiles, evidence, trust }: VerifyTask): Promise<void> {
  const tell = (progress: VerifyEvent["progress"]) => postMessage({ id, progress } satisfies VerifyEvent);
  const read = await readGivenFiles([...trustFiles, ...files].map(toReadable), (percent) =>
    tell({ state: "reading", percent }),
  );
  if ("unreadable" in read) return tell({ state: "unreadable", name: read.unreadable });
  const taken = takeTrustFiles([...given, ...read], shippedLists);
  if ("problem" in taken) return tell({ state: "unusable", problem: taken.problem });
  const reports = verifyFiles(taken.files, evidence, readTrust(trust, taken.lists), new Date());
  tell({ state: "done", reports, trustFiles: taken.from });
}

const toReadable = (file: File) => ({ name: file.name, content: file });
