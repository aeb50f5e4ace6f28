import { expect, test } from "bun:test";
import { noEvidence } from "./evidence.ts";
import { now, trust, vouched } from "./test-issued.ts";
import {
  countVerdict,
  findFalseVerdict,
  handedFiles,
  issueFiles,
  makeImposter,
  type VerdictTable,
} from "./test-mutated-evidence.ts";
import { verifyFiles } from "./verify-files.ts";

/** MUTATIONS=10000 is the long run, which also prints how often each kind got each verdict; MUTATION_SEED varies it. */
const count = Number(process.env.MUTATIONS ?? 150);
const seed = Number(process.env.MUTATION_SEED ?? 1);
/** Every fourth time, the reader trusts a public authority as well. */
const readers = [trust, trust, trust, vouched];

test("of files, packs and evidence changed or mixed in any way, nothing false is confirmed, and nothing genuine denied", async () => {
  const imposter = await makeImposter();
  const documents = [await issueFiles("table"), await issueFiles("stream")] as const;
  const table: VerdictTable = new Map();
  const wrong = new Set<string>();
  let hands = 0;
  for (const handed of handedFiles([...documents], imposter, count, seed)) {
    const by = readers[hands % readers.length] ?? trust;
    hands += 1;
    for (const [at, report] of verifyFiles(handed.files, noEvidence, by, now).entries()) {
      const found = findFalseVerdict(report, handed);
      if (found) wrong.add(found);
      if (at === 0) countVerdict(table, handed.kind, report);
    }
  }
  expect(hands).toBe(count);
  if (process.env.MUTATIONS) console.table(Object.fromEntries(table));
  expect([...wrong]).toEqual([]);
});
