/**
 * Measures only what turns a stamped copy and its certificate into evidence: seals, time-stamps and the entry in the
 * log.
 */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { appendSeal } from "../../../src/evidence/pades/append-seal.ts";
import { loadLog } from "../../../src/issuing/log/log-state.service.ts";
import { certify } from "../../../src/issuing/log/test-log.ts";
import { timeStampFiles } from "../../../src/issuing/tsa/document-time-stamps.service.ts";
import { sealFile, sealOptions } from "../../../src/issuing/tsa/seal.service.ts";
import { timeStamper } from "../../../src/issuing/tsa/time-stamping.service.ts";
import { createDeps } from "../../../src/server/create-deps.ts";
import { testConfig } from "../../../src/testing/test-server.ts";
import { processorMs, signThousand } from "./processor-time.ts";

/** Milliseconds of processor time for every round; `peer` is a thousand signatures. */
export type AuthorityMeasures = { seals: number[]; timeStamps: number[]; log: number[]; peer: number[] };

const rounds = 41;
const warmUps = 10;

const [pdf = "", dataDir = ""] = process.argv.slice(2);
const deps = await createDeps(testConfig({ dataDir }));
await loadLog(deps);
const measures: AuthorityMeasures = { seals: [], timeStamps: [], log: [], peer: [] };
for (let round = -warmUps; round < rounds; round += 1) {
  const copy = join(dataDir, "tmp", `copy-${round}`);
  const certificate = join(dataDir, "tmp", `certificate-${round}`);
  for (const path of [copy, certificate]) copyFileSync(pdf, path);
  const started = processorMs();
  const issuing = { ...deps, ...timeStamper(deps) };
  const options = sealOptions(deps);
  const { sha256 } = await sealFile(issuing, copy, appendSeal(copy, options), options);
  await sealFile(issuing, certificate, appendSeal(certificate, options), options);
  const sealed = processorMs();
  await timeStampFiles(issuing, { original: sha256, stamped: sha256 }, new Date());
  const stamped = processorMs();
  await certify(deps);
  const logged = processorMs();
  signThousand();
  const done = processorMs();
  if (round < 0) continue;
  measures.seals.push(sealed - started);
  measures.timeStamps.push(stamped - sealed);
  measures.log.push(logged - stamped);
  measures.peer.push(done - logged);
}
await closeDatabase(deps.db);
console.log(JSON.stringify(measures));
