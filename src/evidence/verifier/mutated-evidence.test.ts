import { expect, test } from "bun:test";
import { noEvidence } from "./evidence.ts";
import { now, trust } from "./test-issued.ts";
import {
  countVerdict,
  describeReport,
  findFalseVerdict,
  handedFiles,
  issueFiles,
  makeImposter,
  recordOf,
  type VerdictTable,
} from "./test-mutated-evidence.ts";
import { trustOfReader } from "./test-witnessed.ts";
import { verifyFiles } from "./verify-files.ts";

/** MUTATIONS=10000 is the long run, which also prints how often each kind got each verdict; MUTATION_SEED varies it. */
const count = Number(process.env.MUTATIONS ?? 100);
const seed = Number(process.env.MUTATION_SEED ?? 1);

test("of files, packs and evidence changed or mixed in any way, nothing false is confirmed, no time at a higher level, and nothing genuine denied", async () => {
  const imposter = await makeImposter();
  const [lease, deed] = [await issueFiles("table"), await issueFiles("stream", { isVouched: true })];
  /** No one is independent for the first reader; the others have an authority and a witness of their own. */
  const readers = [
    { by: trust, vouched: [] },
    { by: trustOfReader, vouched: [deed] },
    { by: trustOfReader, vouched: [deed], record: lease },
  ];
  const table: VerdictTable = new Map();
  const wrong = new Set<string>();
  let hands = 0;
  for (const handed of handedFiles([lease, deed], imposter, count, seed)) {
    hands += 1;
    for (const { by, ...asked } of readers) {
      const known = asked.record ? recordOf(asked.record) : noEvidence;
      for (const [at, report] of verifyFiles(handed.files, known, by, now).entries()) {
        const said = describeReport(report);
        const found = findFalseVerdict(said, handed, asked);
        if (found) wrong.add(found);
        if (at === 0) countVerdict(table, handed.kind, said.verdict);
      }
    }
  }
  expect(hands).toBe(count);
  if (process.env.MUTATIONS) console.table(Object.fromEntries(table));
  expect([...wrong]).toEqual([]);
});
