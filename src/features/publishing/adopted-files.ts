import { hash } from "node:crypto";
import { z } from "zod";
import { headerBytes } from "../../evidence/bitcoin/block-header.ts";
import { parseJson } from "../../evidence/jws.ts";
import { readJwks } from "../../evidence/read-jwks.ts";
import type { EndedPart } from "../../evidence/tlog/check-log.ts";
import { type Checkpoint, openCheckpoint } from "../../evidence/tlog/checkpoint.ts";
import { openKeyStatement, type RecordDigests } from "../../evidence/tlog/key-statement.ts";
import { hashSize } from "../../evidence/tlog/merkle.ts";
import { type NoteVerifier, parseNote, parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { lengthOfLevel, type Tile, tilePath, tilesOf, tileWidth } from "../../evidence/tlog/tiles.ts";
import { type Evidence, noEvidence } from "../../evidence/verifier/evidence.ts";
import { findWitnesses } from "../../evidence/verifier/find-witnesses.ts";
import { knownBlocks } from "../../evidence/verifier/known-blocks.ts";
import { crlsIn, readTrust, type Trust, type TrustTexts } from "../../evidence/verifier/trust.ts";
import { logPath, retiredPath } from "../../issuing/log/log.ts";
import { witnessesPath } from "../../issuing/witnesses/witnesses.ts";
import { refusedSite } from "./refused-site.ts";
import type { SignedHeads } from "./signed-heads.ts";
import { markName, type SiteMark } from "./site-folder.ts";
import { below, crlPath, keyPaths, keyStatementPath, witnessKeyPath } from "./site-paths.ts";
import type { SiteReader } from "./site-reader.ts";

/** A file of a site by its path below it. */
export type SiteFile = { path: string; content: Uint8Array };

const megabyte = 1024 * 1024;
/** An entry of our logs is a commitment of 32 bytes behind its length. */
const bundledEntryBytes = 34;
const bytesOf = ({ level, width }: Tile) => width * (level === "entries" ? bundledEntryBytes : hashSize);
const utf8 = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** What verifiers trust, from the files of a site. */
export async function readTrustTexts(
  name: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<TrustTexts & { witnesses: string }> {
  const text = async (part: keyof typeof keyPaths) => utf8(await read(keyPaths[part]));
  return {
    name,
    ca: await text("ca"),
    stampCa: await text("stampCa"),
    crl: await text("crl"),
    jwks: await text("jwks"),
    vkeys: await text("vkeys"),
    witnesses: await text("witnesses"),
  };
}

/** The keys, roots and revocation lists of a site. Throws AppError if some of them cannot be read. */
export async function readKeyFiles(
  site: SiteReader,
  name: string,
): Promise<{ texts: TrustTexts; trust: Trust; files: SiteFile[] }> {
  const files: SiteFile[] = [];
  const read = async (path: string) => {
    const content = await site.read(path, megabyte);
    files.push({ path, content });
    return content;
  };
  const texts = await readTrustTexts(name, read);
  const trust = readTrust(texts);
  if (trust.roots.length === 0) throw refusedSite(`${keyPaths.ca} has no root certificate that can be read.`);
  if (!readJwks(texts.jwks)?.keys.length) throw refusedSite(`${keyPaths.jwks} has no key that can be read.`);
  if (trust.logs.length === 0) throw refusedSite(`${keyPaths.vkeys} has no key that can be read.`);
  const named = (await site.names("evidence/ca")).map((file) => `evidence/ca/${file}`);
  for (const path of [crlPath, ...named])
    if (crlsIn(await read(path)).length === 0) throw refusedSite(`${path} is no revocation list.`);
  await read(witnessKeyPath);
  return { texts, trust, files };
}

/**
 * The statement of the log about these key files, which are all that the site has, and what it says about the records
 * (nothing, if the version before signed it); undefined if the site has none. Throws AppError if it is about other
 * files or another site.
 */
export async function readKeyStatement(
  site: SiteReader,
  files: SiteFile[],
  { log, mark }: { log: NoteVerifier; mark: Pick<SiteMark, "site" | "name" | "records"> },
): Promise<{ file: SiteFile; digests: RecordDigests | undefined } | undefined> {
  const content = await site.find(keyStatementPath);
  if (!content) return undefined;
  const wrong = (reason: string) => refusedSite(`${keyStatementPath} ${reason}`);
  const signed = openKeyStatement(utf8(content), log);
  if (!signed) throw wrong("is not signed by the key of the log.");
  if (signed.site !== new URL(mark.site).origin || signed.service !== mark.name)
    throw wrong(`is about ${signed.service} at ${signed.site}, not about ${mark.name} at ${mark.site}.`);
  if (signed.records !== mark.records)
    throw wrong(`says that it has ${signed.records} records, but ${markName} says ${mark.records}.`);
  const hashes = new Map(signed.files.map(({ path, sha256 }) => [path, sha256]));
  for (const { path, content } of files) {
    if (hashes.get(path) !== hash("sha256", content)) throw wrong(`is about another ${path}, or about none.`);
    hashes.delete(path);
  }
  const [missing] = hashes.keys();
  if (missing !== undefined) throw wrong(`names ${missing}, which is missing.`);
  return { file: { path: keyStatementPath, content }, digests: signed.digests };
}

/** The newest checkpoint of the log of a site, with the key that signed it and the line of that key. */
export type LogHead = { head: Checkpoint; checkpoint: string; verifierKey: string; key: NoteVerifier };

/** Throws AppError unless the log's own key, which is one of the keys of the site, signed its checkpoint. */
export async function readLogHead(site: SiteReader, trust: Trust): Promise<LogHead> {
  const [vkey, checkpoint] = [below(logPath, "vkey"), below(logPath, "checkpoint")];
  const line = (await site.readText(vkey)).trim();
  const key = parseVerifierKey(line);
  if (!key) throw refusedSite(`${vkey} is no verifier key.`);
  if (!trust.logs.some((one) => one.name === key.name && Buffer.compare(one.publicKey, key.publicKey) === 0))
    throw refusedSite(`The key in ${vkey} is not among those in ${keyPaths.vkeys}.`);
  const note = await site.readText(checkpoint);
  const head = openCheckpoint(note, key);
  if (!head) throw refusedSite(`The checkpoint of the log is not signed by its key.`);
  return { head, checkpoint: note, verifierKey: line, key };
}

/** The files of the log itself: its key, its checkpoint, and every tile that it has at that size. */
export async function* readLogFiles(
  site: SiteReader,
  { head: { size }, checkpoint, verifierKey }: LogHead,
): AsyncGenerator<SiteFile> {
  yield { path: below(logPath, "vkey"), content: Buffer.from(`${verifierKey}\n`) };
  yield { path: below(logPath, "checkpoint"), content: Buffer.from(checkpoint) };
  yield* readTiles(site, logPath, size);
}

/** Where a tile of the log is among the files of a site. */
export const tileFile = (tile: Tile): string => below(logPath, `tile/${tilePath(tile)}`);

async function* readTiles(site: SiteReader, folder: string, size: number): AsyncGenerator<SiteFile> {
  for (const tile of tilesOf(size)) {
    const path = below(folder, `tile/${tilePath(tile)}`);
    yield { path, content: await site.read(path, bytesOf(tile)) };
  }
}

const endedSchema = z.object({
  ended: z.array(z.object({ verifierKey: z.string().max(600), size: z.int().min(0) })).max(1000),
});

/** The logs that this one continues, with their files. */
export type EndedLogs = { parts: EndedPart[]; files: SiteFile[]; tiles: () => AsyncGenerator<SiteFile> };

/**
 * Reads the ended logs, and adds the heads that they signed. Their tiles must be those that the log has now, which
 * `readTile` gives. Throws AppError.
 */
export async function readEndedLogs(
  site: SiteReader,
  heads: SignedHeads,
  log: { size: number; readTile: (tile: Tile) => Promise<Uint8Array> },
): Promise<EndedLogs> {
  const list = await readList(site, retiredPath, endedSchema);
  const files = [list.file];
  const parts: EndedPart[] = [];
  for (const [at, { verifierKey, size }] of list.value.ended.entries()) {
    const folder = `${retiredPath}/${at + 1}`;
    const key = parseVerifierKey(verifierKey.trim());
    const text = async (name: string) => {
      const content = await site.read(below(folder, name));
      files.push({ path: below(folder, name), content });
      return utf8(content);
    };
    const vkey = await text("vkey");
    const newest = await text("newest-checkpoint");
    const head = key && openCheckpoint(await text("checkpoint"), key);
    if (!key || vkey.trim() !== verifierKey.trim() || head?.size !== size || !openCheckpoint(newest, key))
      throw refusedSite(`The ended log ${at + 1} is not signed by its key.`);
    heads.add(head, `The ended log ${at + 1}`);
    parts.push({ verifierKey, statement: await text("end") });
  }
  return { parts, files, tiles: () => readEndedTiles(site, list.value.ended, log) };
}

async function* readEndedTiles(
  site: SiteReader,
  ended: { size: number }[],
  log: { size: number; readTile: (tile: Tile) => Promise<Uint8Array> },
): AsyncGenerator<SiteFile> {
  for (const [at, { size }] of ended.entries()) {
    const folder = `${retiredPath}/${at + 1}`;
    const tiles = tilesOf(size);
    for await (const file of readTiles(site, folder, size)) {
      const tile = tiles.next().value;
      if (!tile) break;
      const { level, index } = tile;
      const width = Math.min(tileWidth, lengthOfLevel(log.size, level) - index * tileWidth);
      const now = await log.readTile({ level, index, width });
      if (Buffer.compare(file.content, now.subarray(0, bytesOf(tile))) !== 0)
        throw refusedSite(`${file.path} has other entries than the log.`);
      yield file;
    }
  }
}

const witnessesSchema = z.object({
  checkpoints: z
    .array(
      z.object({
        size: z.int().min(0),
        checkpoint: z.string(),
        cosigned: z.string(),
        timeStamps: z.array(z.object({ token: z.string().optional() })),
        openTimestamps: z.object({ proof: z.string().optional(), headers: z.string().optional() }),
      }),
    )
    .max(1000),
});

/** The anchors of the log: the heads that others have seen are added. Throws AppError if one of them is false. */
export async function* readAnchors(
  site: SiteReader,
  trust: Trust,
  heads: SignedHeads,
): AsyncGenerator<SiteFile> {
  const list = await readList(site, witnessesPath, witnessesSchema);
  yield list.file;
  const blocks = below(witnessesPath, "blocks");
  yield { path: blocks, content: await site.read(blocks, megabyte) };
  for (const { size, checkpoint, cosigned, timeStamps, openTimestamps } of list.value.checkpoints) {
    const folder = `${witnessesPath}/${size}/`;
    const files: SiteFile[] = [];
    const read = async (path: string) => {
      if (!path.startsWith(folder) || path.slice(folder.length).includes("/"))
        throw refusedSite(`The list of anchors names ${path}, which is not below ${folder}`);
      const content = await site.read(path.slice(1), megabyte);
      files.push({ path: path.slice(1), content });
      return content;
    };
    const note = utf8(await read(checkpoint));
    const log = trust.logs.find((one) => openCheckpoint(note, one)?.size === size);
    const head = log && openCheckpoint(note, log);
    const seen = utf8(await read(cosigned));
    if (!log || !head || parseNote(seen)?.text !== parseNote(note)?.text)
      throw refusedSite(`The anchored checkpoint of ${size} entries is not signed by a key of the log.`);
    heads.add(head, `The anchored checkpoint of ${size} entries`);
    const evidence: Evidence = { ...noEvidence, tokens: [], proofs: [], headers: [] };
    for (const { token } of timeStamps)
      if (token) evidence.tokens.push({ bytes: await read(token), about: "checkpoint" });
    const { proof, headers } = openTimestamps;
    if (proof) evidence.proofs.push({ bytes: await read(proof), about: "checkpoint" });
    if (headers) evidence.headers.push(await read(headers));
    const witnesses = findWitnesses(seen, log, evidence, {
      ...trust,
      publicBlocks: knownBlocks(evidence, trust),
    });
    const wrong = witnesses.find(({ isWrong }) => isWrong);
    if (wrong)
      throw refusedSite(`An anchor of the checkpoint of ${size} entries is false: ${wrong.sentence.message}`);
    yield* files;
  }
}

/** Bitcoin headers from a height on, in a file below the site. */
export type HeaderFile = { path: string; from: number; count: number };

export const headersFolder = below(witnessesPath, "headers");

/** They stay in memory while records are checked: the blocks of fifteen years. */
const maxHeaderBytes = 64 * megabyte;

/** Reads the shared headers of Bitcoin. Verifiers check them with each proof. */
export async function readHeaderFiles(site: SiteReader): Promise<SiteFile[]> {
  const files: SiteFile[] = [];
  let total = 0;
  for (const name of await site.names(headersFolder)) {
    const path = `${headersFolder}/${name}`;
    const content = await site.read(path, megabyte);
    if (!/^\d{1,8}$/.test(name) || content.length % headerBytes !== 0)
      throw refusedSite(`${path} has no headers of Bitcoin.`);
    total += content.length;
    if (total > maxHeaderBytes)
      throw refusedSite(`${headersFolder} has more headers of Bitcoin than there can be.`);
    files.push({ path, content });
  }
  return files;
}

/** What the files below the folder of headers have. */
export function headerFilesIn(files: { path: string; bytes: number }[]): HeaderFile[] {
  return files.map(({ path, bytes }) => ({
    path,
    from: Number(path.slice(headersFolder.length + 1)),
    count: Math.floor(bytes / headerBytes),
  }));
}

/** The file with the headers from a record's block on, and how many bytes come before them. */
export function findHeaders(
  files: HeaderFile[],
  witnessed: { blocks: string } | undefined,
): { path: string; skip: number } | undefined {
  const block = Number(/^(\d{1,8}) /.exec(witnessed?.blocks ?? "")?.[1] ?? Number.NaN);
  const file = files.find(({ from, count }) => from <= block && block < from + count);
  return file && { path: `/${file.path}`, skip: (block - file.from) * headerBytes };
}

/** A list that the server answers at the path of a folder; a site has it as the index there. Unknown members stay. */
async function readList<Value>(
  site: SiteReader,
  folder: string,
  schema: z.ZodType<Value>,
): Promise<{ value: Value; file: SiteFile }> {
  const path = below(folder, "index.html");
  const content = await site.read(path, megabyte);
  const value = schema.safeParse(parseJson(content));
  if (!value.success) throw refusedSite(`${path} is not a list as this program writes it.`);
  const json = JSON.stringify(parseJson(content));
  return { value: value.data, file: { path: folder.slice(1), content: Buffer.from(json) } };
}
