import { AppError } from "../../errors.ts";
import { parseJson } from "../../evidence/jws.ts";
import { withKeys } from "../../evidence/pack/checker.ts";
import { readSerialNumber } from "../../evidence/serial-number.ts";
import { retiredPath } from "../../issuing/log/log.ts";
import { proveWitnessedEntry } from "../../issuing/witnesses/witnessed-receipt.service.ts";
import { witnessesPath } from "../../issuing/witnesses/witnesses.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import type { Deps } from "../deps.ts";
import { type VerificationView, verificationViewSchema } from "../verification/verification.output.schema.ts";
import { verifySerialNumber } from "../verification/verification.service.ts";
import { findHeaders, headerFilesIn, headersFolder, readTrustTexts, type SiteFile } from "./adopted-files.ts";
import { findAdoption, findFile, findRecord, findSiteOf, listFiles, listRecords } from "./adoption.repo.ts";
import { type Adoption, adoptedPath, adoptionMark, isAnswered, siteNameOfHost } from "./adoption.ts";
import { withoutNames, writeRecordPage } from "./record-page.ts";
import { markName, type SiteMark } from "./site-folder.ts";
import { asIndex, type BuiltParts, emptyIndex, robots, writeKeys, writeLookup } from "./site-texts.ts";

type SiteDeps = Pick<Deps, "config" | "db">;
type AnswerDeps = SiteDeps & Pick<Deps, "now" | "memoryRateLimiter" | "counterKey">;

/** An answer of an adopted site: its content, or the path below the site where it is. */
export type SiteAnswer = { type: string; content: string | Uint8Array } | { movedTo: string };

/** The adopted site of this host or name; undefined if there is none. */
export async function findAdopted({ db }: Pick<Deps, "db">, host: string): Promise<Adoption | undefined> {
  const row = await findAdoption(db, siteNameOfHost(host));
  return row && isAnswered(row) ? row : undefined;
}

/** Where the record of a serial number is, however it is typed, if this server has adopted it. */
export async function findAdoptedRecord(
  { db }: Pick<Deps, "db">,
  typed: string,
): Promise<{ origin: string; site: string; serialNumber: string } | undefined> {
  const serialNumber = readSerialNumber(typed);
  const found = serialNumber === undefined ? undefined : await findSiteOf(db, serialNumber);
  if (serialNumber === undefined || !found?.site) return undefined;
  return { origin: found.origin, site: `${adoptedPath}/${found.site}`, serialNumber };
}

/**
 * The same as `verifySerialNumber`, except that the error for a serial number of an adopted site names its page: it was
 * issued by another service, whose keys verify it.
 */
export async function verifyHere(
  deps: Parameters<typeof verifySerialNumber>[0],
  typed: string,
  address: string,
): Promise<VerificationView> {
  try {
    return await verifySerialNumber(deps, typed, address);
  } catch (error) {
    const isMissing = error instanceof AppError && error.kind === "not_found";
    const adopted = isMissing ? await findAdoptedRecord(deps, typed) : undefined;
    if (!adopted) throw error;
    throw new AppError("not_found", "record-adopted", "This record was issued by {origin}. It is at {path}", {
      params: { origin: adopted.origin, path: `${adopted.site}/verify/${adopted.serialNumber}/` },
    });
  }
}

const html = "text/html;charset=utf-8";
const json = "application/json";
const javascript = "text/javascript;charset=utf-8";
const text = "text/plain; charset=utf-8";
const binary = "application/octet-stream";

/** What a static host and a browser need to know about a stored file, by the end of its path. */
const types: [RegExp, string][] = [
  [/\.pem$/, "application/x-pem-file"],
  [/\.crl$/, "application/pkix-crl"],
  [/\.json$/, json],
  [/(^|\/)(keys|vkeys?|checkpoint|newest-checkpoint|checkpoint\.cosigned|end|blocks)$/, text],
];
const lists = [retiredPath, witnessesPath].map((path) => path.slice(1));

const recordPath = /^(verify|api\/verify)\/([^/]+)(\/(?:index\.html)?)?$/;

/** Call it before `answerSite`. Throws `rate_limited` if this address has asked for too many records. */
export async function takeFromRecordLimit(deps: AnswerDeps, path: string, address: string): Promise<void> {
  if (recordPath.test(path)) await takeFromLimit(deps, "verificationsPerAddress", address);
}

/**
 * Answers a request for a path below an adopted site. Its pages, scripts and styles are this server's own; from the
 * site come only data. Undefined if there is nothing, also if the site is removed in the meantime: some of the answer
 * may have been deleted already.
 */
export async function answerSite(
  deps: SiteDeps,
  adoption: Adoption,
  parts: BuiltParts,
  path: string,
): Promise<SiteAnswer | undefined> {
  try {
    const answer = await findAnswer(deps, adoption, parts, path);
    return (await isStillAnswered(deps, adoption)) ? answer : undefined;
  } catch (error) {
    if (await isStillAnswered(deps, adoption)) throw error;
    return undefined;
  }
}

/** False once the site was removed, even if it was adopted again. */
export async function isStillAnswered({ db }: Pick<Deps, "db">, { id, site }: Adoption): Promise<boolean> {
  return (await findAdoption(db, site))?.id === id;
}

async function findAnswer(
  deps: SiteDeps,
  adoption: Adoption,
  parts: BuiltParts,
  path: string,
): Promise<SiteAnswer | undefined> {
  const [, kind, typed, slash] = recordPath.exec(path) ?? [];
  if (kind && typed) {
    const serialNumber = readSerialNumber(typed);
    const view = serialNumber && (await findView(deps, adoption, serialNumber));
    if (!view) return undefined;
    if (kind === "api/verify") return { type: json, content: writeAnswer(deps, adoption, view) };
    if (typed !== serialNumber || !slash) return { movedTo: `verify/${serialNumber}/` };
    return { type: html, content: await writePage(deps, adoption, view) };
  }
  const made = await findMade(deps, adoption, parts, path);
  if (made) return made;
  const content = await findFile(deps.db, adoption.id, path.replace(/\/$/, ""));
  if (!content) return undefined;
  const type = lists.includes(path.replace(/\/$/, "")) ? json : types.find(([end]) => end.test(path))?.[1];
  return { type: type ?? binary, content: Uint8Array.from(content) };
}

/** The files of a site that this server makes, besides records. */
async function findMade(
  deps: SiteDeps,
  adoption: Adoption,
  parts: BuiltParts,
  path: string,
): Promise<SiteAnswer | undefined> {
  switch (path) {
    case "":
    case "index.html":
    case "404.html":
      return { type: html, content: writeLookup(parts.lookup, adoption.name) };
    case "record.js":
      return { type: javascript, content: parts.script };
    case "record.css":
      return { type: "text/css;charset=utf-8", content: parts.style };
    case "keys.js":
      return { type: javascript, content: writeKeys(await readTexts(deps, adoption)) };
    case "verify.html":
      return { type: html, content: withKeys(parts.checker, await readTexts(deps, adoption)) };
    case "robots.txt":
      return { type: text, content: robots };
    case markName:
      return { type: json, content: JSON.stringify(markOf(adoption)) };
    case "adoption.json":
      return { type: json, content: JSON.stringify(await describeAdoption(deps, adoption)) };
    default:
      return undefined;
  }
}

/**
 * Every file of an adopted site as a static host needs it, without names if `hashesOnly` of `adoption` says so. It can
 * be adopted itself.
 */
export async function* filesOfAdopted(
  deps: SiteDeps,
  adoption: Adoption,
  parts: BuiltParts,
): AsyncGenerator<SiteFile> {
  const bytes = (content: string | Uint8Array) =>
    typeof content === "string" ? Buffer.from(content) : content;
  for (const path of ["verify/index.html", "api/index.html", "api/verify/index.html"])
    yield { path, content: bytes(emptyIndex) };
  const batch = 100;
  for (let after = ""; ; ) {
    const rows = await listRecords(deps.db, adoption.id, after, batch);
    for (const { serialNumber, record } of rows) {
      const stored = readView(record);
      const view = adoption.hashesOnly ? withoutNames(stored) : stored;
      yield {
        path: `verify/${serialNumber}/index.html`,
        content: bytes(await writePage(deps, adoption, view)),
      };
      yield { path: `api/verify/${serialNumber}`, content: bytes(writeAnswer(deps, adoption, view)) };
    }
    if (rows.length === 0) break;
    after = rows.at(-1)?.serialNumber ?? "";
  }
  for (const { path } of await listFiles(deps.db, adoption.id)) {
    const content = (await findFile(deps.db, adoption.id, path)) ?? new Uint8Array();
    yield lists.includes(path)
      ? { path: `${path}/index.html`, content: bytes(asIndex(parseJson(content))) }
      : { path, content };
  }
  const made = ["index.html", "404.html", "record.js", "record.css", "keys.js", "verify.html"];
  for (const path of [...made, "robots.txt", "adoption.json", markName]) {
    const answer = await findMade(deps, adoption, parts, path);
    if (answer && "content" in answer) yield { path, content: bytes(answer.content) };
  }
}

async function findView(
  { db }: SiteDeps,
  { id }: Adoption,
  serialNumber: string,
): Promise<VerificationView | undefined> {
  const record = await findRecord(db, id, serialNumber);
  return record === undefined ? undefined : readView(record);
}

const readView = (record: string): VerificationView =>
  verificationViewSchema.parse(parseJson(Buffer.from(record)));

/** The record as its service answered, with the mark that says who answers now. */
const writeAnswer = ({ config }: SiteDeps, adoption: Adoption, view: VerificationView): string =>
  JSON.stringify({ ...view, adopted: adoptionMark(adoption, config) });

async function writePage(
  { db, config }: SiteDeps,
  adoption: Adoption,
  view: VerificationView,
): Promise<string> {
  const { hashesOnly, origin, adoptedAt, name } = adoption;
  const files = view.witnessed ? headerFilesIn(await listFiles(db, adoption.id, headersFolder)) : [];
  const headers = findHeaders(files, view.witnessed);
  const adopted = { origin, adoptedAt, by: config };
  return writeRecordPage({ view, hashesOnly, headers, adopted }, name);
}

async function readTexts({ db }: SiteDeps, { id, name }: Adoption) {
  return readTrustTexts(name, async (path) => {
    const content = await findFile(db, id, path);
    if (!content) throw new Error(`The adopted site has no ${path}.`);
    return content;
  });
}

const markOf = ({ origin, name, hashesOnly, records, entries }: Adoption): SiteMark => ({
  site: origin,
  name,
  hashesOnly,
  records,
  entries,
  withoutRecord: entries - records,
  complete: true,
});

/** Who answers for the service since when, with the statement about its log and what proves when that was signed. */
async function describeAdoption({ db, config }: SiteDeps, adoption: Adoption) {
  const { statement, entryIndex, entrySalt } = adoption;
  const entry = { attestation: statement, entryIndex, entrySalt };
  const { receipt, tokens, proof } = await proveWitnessedEntry({ db }, entry);
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  return {
    ...adoptionMark(adoption, config),
    records: adoption.records,
    entries: adoption.entries,
    statement,
    receipt,
    witnessed: { tokens: tokens.map(base64), ...(proof && { proof: base64(proof) }) },
  };
}
