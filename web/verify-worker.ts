import "./lib/schemas-without-eval.ts";
import { readGivenFiles } from "../src/evidence/verifier/read-given-files.ts";
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

async function verify({ id, files, evidence, trust }: VerifyTask): Promise<void> {
  const tell = (progress: VerifyEvent["progress"]) => postMessage({ id, progress } satisfies VerifyEvent);
  const given = await readGivenFiles(files.map(toReadable), (percent) => tell({ state: "reading", percent }));
  if ("unreadable" in given) return tell({ state: "unreadable", name: given.unreadable });
  tell({ state: "done", reports: verifyFiles(given, evidence, readTrust(trust), new Date()) });
}

const toReadable = (file: File) => ({ name: file.name, content: file });
