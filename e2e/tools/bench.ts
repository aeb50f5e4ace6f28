/**
 * `bun run bench`: speed and memory as ratios to peers in the same run, since machines differ and are noisy. The peers
 * are complete runs of Debian's programs; ours is the time inside a warm child, which is how long a user waits on a
 * running server. Exits with 1 if a limit is exceeded.
 *
 * Two parts belong to the check: `quick` measures only what is stable on a busy machine, in under 20 seconds, and
 * `rest` only the memory of an idle server, which may need minutes to give back what its start needed. `document`
 * measures only whole documents, `cold` only the first ones after a start, `collections` only collections.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureTools } from "../support/tools.ts";
import { measureAuthority } from "./bench/authority.ts";
import { measureCold } from "./bench/cold.ts";
import { measureCollections } from "./bench/collections.ts";
import { documentTools, measureDocuments } from "./bench/document.ts";
import { measureParts } from "./bench/document-parts.ts";
import { measureGrowth } from "./bench/growth.ts";
import { measureHashing } from "./bench/hashing.ts";
import { measureLog } from "./bench/log.ts";
import { measureLookups } from "./bench/lookups.ts";
import { measureServer } from "./bench/server.ts";
import { measurePictures, measureStamping } from "./bench/stamping.ts";
import { measureRest, measureStart } from "./bench/start.ts";
import { printTable, type Row } from "./bench/table.ts";

const part = process.argv[2];
const isWhole = part === undefined;
if (part !== "quick" && part !== "rest") await ensureTools({ ...documentTools, mutool: "mupdf-tools" });
const quickLog = { entries: 50_000, tries: 60, ratio: 2, receipts: 2, by: "processor" } as const;
const millionLog = { entries: 1_000_000, tries: 200, ratio: 1.5, receipts: 2, by: "clock" } as const;
const scratch = mkdtempSync(join(tmpdir(), "attestamp-bench-"));
const rows: Row[] = [];
try {
  if (isWhole || part === "cold") await measureCold(scratch);
  if (isWhole || part === "document") {
    await measureDocuments(scratch);
    await measureParts(scratch);
  }
  if (isWhole) {
    rows.push(...(await measureStamping(scratch)));
    rows.push(await measurePictures(scratch));
    rows.push(...(await measureServer(scratch)));
    rows.push(...(await measureLookups(scratch)));
  }
  if (isWhole || part === "collections") {
    rows.push(...(await measureCollections(scratch)));
    rows.push(...(await measureHashing(scratch)));
  }
  if (isWhole || part === "quick") {
    rows.push(await measureStart(scratch));
    rows.push(...(await measureGrowth(scratch)));
    rows.push(await measureAuthority(scratch));
    rows.push(...(await measureLog(scratch, isWhole ? millionLog : quickLog)));
  }
  if (isWhole || part === "rest") rows.push(await measureRest(scratch));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (rows.length > 0) printTable(rows);
process.exit(rows.every((row) => row.holds !== false) ? 0 : 1);
