import { hash } from "node:crypto";
import { AppError } from "../../errors.ts";
import { headerBytes } from "../../evidence/bitcoin/block-header.ts";
import { digestRecords } from "../../evidence/tlog/key-statement.ts";
import type { TrustTexts } from "../../evidence/verifier/trust.ts";
import {
  buildOfflineVerifier,
  readPublishedTrust,
} from "../../issuing/attestations/collect-evidence.service.ts";
import { countEntriesWithoutRecord } from "../../issuing/log/published-log.service.ts";
import { signKeyStatement } from "../../issuing/log/sign-key-statement.service.ts";
import { crlDer, listCrls } from "../../issuing/tsa/public-tsa.service.ts";
import { type HeaderRun, readAllRuns } from "../../issuing/witnesses/stored-headers.service.ts";
import { headersPath, witnessesPath } from "../../issuing/witnesses/witnesses.ts";
import { publishedKeys } from "../../platform/keys/keys.ts";
import type { Deps } from "../deps.ts";
import type { VerificationView } from "../verification/verification.output.schema.ts";
import { viewAll } from "../verification/verification.service.ts";
import { listAdopted } from "./adopt.service.ts";
import { filesOfAdopted, isStillAnswered } from "./adopted-site.service.ts";
import { type Adoption, adoptedPath, isAnswered } from "./adoption.ts";
import { type LogDeps, publishLog, readNoteKeyFiles } from "./publish-log.service.ts";
import { type PublishedHeaders, type PublishedRecord, withoutNames, writeRecordPage } from "./record-page.ts";
import { markName, type RunAs, SiteFolder } from "./site-folder.ts";
import { crlPath, keyPaths, keyStatementPath } from "./site-paths.ts";
import { type BuiltParts, emptyIndex, robots, writeKeys, writeLookup, writeReadme } from "./site-texts.ts";

type PublishDeps = LogDeps & Pick<Deps, "log" | "signingKeys" | "authority">;

export type PublishOptions = {
  folder: string;
  hashesOnly: boolean;
  parts: BuiltParts;
  onProgress: (records: number) => void;
  /** What writes to the folder, if not this process's user. */
  asWriter?: RunAs | undefined;
};

export type Published = { records: number; left: number; entries: number; files: number; written: number };

/**
 * Writes a static site that answers what this server answers to the public: every record, the log, keys, roots,
 * revocation lists and the verifier. A second run changes what has changed, and finishes one that was interrupted. A
 * server may be running: the log is read after the records, so that it covers all of them. Throws AppError.
 */
export async function publishSite(
  deps: PublishDeps,
  { folder, hashesOnly, parts, onProgress, asWriter }: PublishOptions,
): Promise<Published> {
  const { origin, productName } = deps.config;
  const mark = {
    site: origin,
    name: productName,
    hashesOnly,
    records: 0,
    entries: 0,
    withoutRecord: 0,
    complete: false,
  };
  const site = await SiteFolder.open(folder, mark, asWriter);
  const trust = await readPublishedTrust(deps);
  const headers = await publishHeaders(deps, site);
  // An index keeps file servers from listing every serial number.
  await site.writeAll([
    { path: "verify/index.html", content: emptyIndex },
    { path: "api/index.html", content: emptyIndex },
    { path: "api/verify/index.html", content: emptyIndex },
    { path: "record.js", content: parts.script },
    { path: "record.css", content: parts.style },
    { path: "keys.js", content: writeKeys(trust) },
  ]);
  const written: WrittenRecord[] = [];
  let left = 0;
  for await (const view of viewAll(deps)) {
    if (view) {
      const record = { view, hashesOnly, headers: headers(view.witnessed) };
      written.push(await publishRecord(site, record, productName));
      onProgress(written.length);
    } else left += 1;
  }
  await publishKeys(deps, site, trust, written);
  const records = written.length;
  const entries = await publishLog(deps, site);
  const facts = { origin, productName, records, entries, hashesOnly };
  await site.writeAll([
    {
      path: "verify.html",
      content: await buildOfflineVerifier(deps, parts.checker),
    },
    { path: "index.html", content: writeLookup(parts.lookup, productName) },
    { path: "404.html", content: writeLookup(parts.lookup, productName) },
    { path: "robots.txt", content: robots },
    { path: ".nojekyll", content: "" },
    { path: "README.txt", content: writeReadme(facts) },
  ]);
  await publishAdopted(deps, site, { parts, hashesOnly });
  const withoutRecord = await countEntriesWithoutRecord(deps);
  await site.complete({ ...mark, records, entries, withoutRecord, complete: true });
  return { records, left, entries, files: site.files, written: site.written };
}

/** The sites of adopted services, each below its own folder, as this server serves them, or without names. */
async function publishAdopted(
  deps: PublishDeps,
  site: SiteFolder,
  { parts, hashesOnly }: Pick<PublishOptions, "parts" | "hashesOnly">,
): Promise<void> {
  for (const adoption of await listAdopted(deps)) {
    if (!isAnswered(adoption)) continue;
    const folder = `${adoptedPath}/${adoption.site}`.slice(1);
    const shown = { ...adoption, hashesOnly: hashesOnly || adoption.hashesOnly };
    for await (const { path, content } of filesOfAdopted(deps, shown, parts)) {
      if (path === markName && !(await isStillAnswered(deps, adoption))) throw wasRemoved(adoption);
      await site.write(`${folder}/${path}`, content);
    }
  }
}

/** Some of its records may be missing in the folder, which must not be marked as complete. */
const wasRemoved = ({ origin }: Pick<Adoption, "origin">) =>
  new AppError(
    "conflict",
    "adopted-site-removed",
    "The adopted site of {origin} was removed while it was published. Please run publish again.",
    { params: { origin } },
  );

/** A record and the SHA-256 of its file. */
type WrittenRecord = { serialNumber: string; sha256: string };

async function publishRecord(
  site: SiteFolder,
  record: PublishedRecord,
  productName: string,
): Promise<WrittenRecord> {
  const { serialNumber } = record.view;
  const shown = record.hashesOnly
    ? { ...record, view: withoutNames(record.view), headers: undefined }
    : record;
  const { witnessed, ...facts } = shown.view;
  const { headers: _, ...seen } = witnessed ?? {};
  const answer = JSON.stringify({ ...facts, ...(witnessed && { witnessed: seen }) });
  await site.writeAll([
    { path: `verify/${serialNumber}/index.html`, content: writeRecordPage(shown, productName) },
    { path: `api/verify/${serialNumber}`, content: answer },
  ]);
  return { serialNumber, sha256: hash("sha256", answer) };
}

const headersFolder = `${witnessesPath}/headers`;

/** Writes the headers of all blocks that confirm the log; returns where those of a record are. */
async function publishHeaders(
  { db }: Pick<Deps, "db">,
  site: SiteFolder,
): Promise<(witnessed: VerificationView["witnessed"]) => PublishedHeaders | undefined> {
  const { runs, blocks } = await readAllRuns(db);
  const pathOf = ({ from }: HeaderRun) => `${headersFolder}/${from}`;
  await site.writeAll(runs.map((run) => ({ path: pathOf(run).slice(1), content: run.headers })));
  const byPath = new Map([...blocks].map(([size, block]) => [headersPath(size), block]));
  return (witnessed) => {
    const block = byPath.get(witnessed?.headers ?? "");
    if (block === undefined) return undefined;
    const run = runs.find(
      ({ from, headers }) => from <= block && block < from + headers.length / headerBytes,
    );
    return run && { path: pathOf(run), skip: (block - run.from) * headerBytes };
  };
}

/** Writes every file with keys, roots or revocation lists, and the log's statement about them and the records. */
async function publishKeys(
  deps: PublishDeps,
  site: SiteFolder,
  trust: TrustTexts,
  records: WrittenRecord[],
): Promise<void> {
  const texts = {
    [keyPaths.jwks]: JSON.stringify(publishedKeys(deps.signingKeys)),
    [keyPaths.ca]: trust.ca,
    [keyPaths.crl]: trust.crl,
    [keyPaths.stampCa]: trust.stampCa,
  };
  const files = [
    ...Object.entries(texts).map(([path, text]) => ({ path, content: Buffer.from(text) })),
    { path: crlPath, content: crlDer(deps) },
    ...listCrls(deps).map(({ path, der }) => ({ path: path.slice(1), content: der })),
    ...(await readNoteKeyFiles(deps)),
  ];
  const { origin, productName } = deps.config;
  const statement = await signKeyStatement(deps, {
    site: new URL(origin).origin,
    service: productName,
    records: records.length,
    digests: digestRecords(records),
    files: files.map(({ path, content }) => ({ path, sha256: hash("sha256", content) })),
  });
  await site.writeAll(files);
  await site.write(keyStatementPath, statement);
}
