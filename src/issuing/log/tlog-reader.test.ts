import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeBase64 } from "../../evidence/tlog/base64.ts";
import { parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { witnessLog } from "../witnesses/ask-witnesses.service.ts";
import { readWitnessKey } from "../witnesses/cosign-other-logs.service.ts";
import { getReceipt, proveExtension, readHead, readVerifierKey } from "./log.service.ts";
import { buildExternalReader, runProgram } from "./test-external-reader.ts";
import { fillLog } from "./test-log.ts";

setDefaultTimeout(600_000);

/** The receipt of a document for the log's first entry, and of a collection for its second. */
async function makeReceipt(server: TestServer, size: number): Promise<string> {
  const person = await newPerson(server);
  const { id } =
    size === 1
      ? await processFile(person, (await uploadFile(person)).id)
      : await attestFiles(person, makeFiles(3));
  return getReceipt(server.deps, id);
}

/** The server as its own witness: proves nothing, but writes the lines of a witness. */
async function witnessItself({ deps, origin }: TestServer): Promise<void> {
  const [log, key] = [await readVerifierKey(deps), await readWitnessKey(deps)].map(parseVerifierKey);
  if (!log || !key) throw new Error("The server publishes no verifier keys.");
  deps.config.witnessFor = [log];
  deps.config.logWitnesses = [{ key, url: `${origin}/evidence/witness` }];
}

test("Go's packages for transparency logs open our checkpoints and verify inclusion of a document and a collection, consistency and cosignatures over the log we serve", async () => {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-test-"));
  const server = await startWorkingServer();
  const { deps } = server;
  await witnessItself(server);
  const path = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  try {
    const program = await buildExternalReader(folder);
    const receipts: string[] = [];
    let earlier = "";
    for (const size of [1, 2, 255, 256, 257, 70_000]) {
      if (size > 2) await fillLog(deps, size);
      else receipts.push(path(`${size}.tlog-proof`, await makeReceipt(server, size)));
      earlier ||= (await readHead(deps)).checkpoint;
      const earlierSize = Number(earlier.split("\n")[1]);
      const { checkpoint, size: newSize } = await readHead(deps);
      const hashes = await proveExtension(deps, earlierSize, newSize);
      const proof = hashes.map((hash) => `${encodeBase64(hash)}\n`).join("");
      const prefix = `${server.origin}/evidence/log`;
      const cosignatures = size % 2;
      if (cosignatures > 0) await witnessLog(deps, new AbortController().signal);
      const files = [path("earlier", earlier), path("consistency", proof), ...receipts];
      expect(await runProgram([program, prefix, ...files])).toEqual({
        code: 0,
        said: `${size} entries, ${receipts.length} receipts, ${cosignatures} cosignatures: ok`,
      });
      earlier = checkpoint;
    }
    const forged = path("earlier", earlier.replace("\n70000\n", "\n70001\n"));
    expect((await runProgram([program, `${server.origin}/evidence/log`, forged, forged])).code).toBe(1);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
