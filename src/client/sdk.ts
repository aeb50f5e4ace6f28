/**
 * The SDK of the npm package `attestamp`: the client's own functions for programs, and every call of the API. Its types
 * mention no library, so that the package needs none.
 */
import { constants } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { AppError } from "../errors.ts";
import { type FileKind, overallVerdict, type Verdict } from "../evidence/verifier/report.ts";
import { summarize } from "../evidence/verifier/summary.ts";
import type { Level } from "../formats/text/proof-of-time.ts";
import { hashFile } from "../platform/files/hash-file.ts";
import { attestFolder } from "./attest-folder.ts";
import { maxResultBytes } from "./bounds.ts";
import type { SentCollection } from "./client.ts";
import type { KeySources } from "./key-sources.ts";
import type { Downloads, Listed, Operations } from "./operations.ts";
import { openRemoteServer, type RemoteServer } from "./remote-server.ts";
import { defaultIdleTimeoutMs, pause, type RetryPolicy } from "./retries.ts";
import { serverIn } from "./server-address.ts";
import { stampFile } from "./stamp-file.ts";
import type { StampSettings } from "./stamp-settings.ts";
import { loadTrust } from "./verify-keys.ts";
import { verifyPaths } from "./verify-paths.ts";

export type { Downloads, KeySources, Level, Listed, Operations };
/** Every refusal: `code` is one of docs/error-codes.md, `params` has its values, `message` is the sentence. */
export { AppError as AttestampError };

export type Connection = {
  /** The address of the server, such as `https://stamps.example.org`. */
  server: string;
  /** An access token with the scopes for what is done. Not needed to verify. */
  token?: string;
  /** States that its owner may have the files stamped or attested; the attestation records this. */
  confirmOwnership?: boolean;
  /** Allows plain http to another machine, on your own network. */
  allowHttp?: boolean;
  /** Gets a sentence whenever a call is tried again. */
  onRetry?: (sentence: string) => void;
  /** Aborts everything that runs. */
  signal?: AbortSignal;
};

export type StampOptions = StampSettings & {
  /** The folder for the results; without it, they go next to the file. */
  out?: string;
  /** Also saves the evidence pack. */
  evidence?: boolean;
  /** Stamps a file once more that this account stamped before. */
  again?: boolean;
};

/** `files`: what was saved. `wasStamped`: it was stamped before, so no stamp was used. */
export type Stamped = { serialNumber: string; files: string[]; wasStamped: boolean };

export type AttestOptions = {
  title: string;
  /** The folder for SHA256SUMS, certificate and evidence pack. */
  out: string;
  /** Sends no names of files. */
  hideNames?: boolean;
  originalDate?: string;
  otherParties?: string;
};

/** A file that is attested by its fingerprint: the SHA-256 in lower-case hex. */
export type Fingerprint = { name: string; size: number; sha256: string };

/** `title` and `sentences` are for people. `level` says who vouches for the time, if it counts. */
export type Verification = {
  name: string;
  kind: FileKind;
  verdict: Verdict;
  level: Level | undefined;
  title: string;
  sentences: string[];
};

export type RequestOptions = {
  /** Repeats of a call with the same key are done once. Without it, each call gets a new key. */
  idempotencyKey?: string;
};

/** A server, as a program uses it. Calls that a lost connection or a limit interrupts are repeated, and done once. */
export class Attestamp {
  readonly server: string;
  readonly #remote: RemoteServer;
  readonly #policy: RetryPolicy;
  readonly #access: Parameters<typeof openRemoteServer>[0];

  constructor({ server, token = "", confirmOwnership, allowHttp = false, onRetry, signal }: Connection) {
    this.server = serverIn(server, allowHttp);
    this.#policy = {
      pause,
      signal: signal ?? new AbortController().signal,
      say: onRetry ?? (() => undefined),
      idleTimeoutMs: defaultIdleTimeoutMs,
    };
    this.#access = { server: this.server, token, ownershipConfirmed: confirmOwnership ? true : undefined };
    this.#remote = openRemoteServer(this.#access, this.#policy);
  }

  /** Any call of the API, such as `request("GET /api/documents/{id}", { id })`. */
  async request<Call extends keyof Operations>(
    call: Call,
    input: Operations[Call]["input"],
    { idempotencyKey }: RequestOptions = {},
  ): Promise<Operations[Call]["answer"]> {
    return this.#remote.request({ ...locate(call, input), idempotencyKey });
  }

  /** The bytes of a file, such as `download("GET /api/documents/{id}/certificate", { id })`. */
  async download<Call extends keyof Downloads>(
    call: Call,
    input: Downloads[Call]["input"],
  ): Promise<Uint8Array> {
    let pieces: Uint8Array[] = [];
    await this.#remote.downloadFile(locate(call, input).path, maxResultBytes(0), async (body) => {
      pieces = [];
      for await (const piece of body) pieces.push(piece);
    });
    return new Uint8Array(Buffer.concat(pieces));
  }

  /** All documents, newest first. Fetches the next page when it is needed. */
  async *documents(): AsyncGenerator<Listed["document"]> {
    yield* this.#pages("/api/documents");
  }

  /** All collections, newest first. Fetches the next page when it is needed. */
  async *collections(): AsyncGenerator<Listed["collection"]> {
    yield* this.#pages("/api/collections");
  }

  async *#pages(path: string): AsyncGenerator<unknown> {
    for (let cursor = ""; ; ) {
      const query = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await this.#remote.request({ method: "GET", path: `${path}?limit=${pageSize}${query}` });
      const entries = Array.isArray(page) ? page : [];
      yield* entries;
      if (entries.length < pageSize) return;
      cursor = String(entries.at(-1)?.id);
    }
  }

  /**
   * Sends a file, has it stamped, and saves its stamped copy and certificate. A file whose content the account stamped
   * before uses no second stamp.
   */
  async stamp(path: string, options: StampOptions = {}): Promise<Stamped> {
    const { out, evidence = false, again = false, ...wishes } = options;
    await stat(path);
    const run = {
      remote: this.#remote,
      retryPolicy: this.#policy,
      wishes,
      evidence,
      again,
      waiting: await this.#remote.list(),
      claimed: new Set<string>(),
    };
    const folderOfResults = out ?? join(path, "..");
    const file = { path, name: basename(path), folder: folderOfResults, flags: constants.O_RDONLY };
    const { serialNumber, folder, names, wasStamped } = await stampFile(run, file, () => undefined);
    return { serialNumber, files: names.map((name) => join(folder, name)), wasStamped };
  }

  /** The fingerprint of a file on disk, under its own name. */
  async fingerprint(path: string): Promise<Fingerprint> {
    const { bytes, sha256 } = await hashFile(path);
    return { name: basename(path), size: bytes, sha256 };
  }

  /**
   * Attests files by their fingerprints, all together with one stamp; the files stay where they are. Takes paths and
   * fingerprints, and saves SHA256SUMS, certificate and evidence pack.
   */
  async attest(
    files: (string | Fingerprint)[],
    options: AttestOptions,
  ): Promise<Omit<Stamped, "wasStamped">> {
    const { title, out, hideNames = false, originalDate, otherParties } = options;
    const listed: Fingerprint[] = [];
    for (const file of files) listed.push(typeof file === "string" ? await this.fingerprint(file) : file);
    const collection: SentCollection = {
      title,
      files: hideNames ? listed.map(({ size, sha256 }) => ({ size, sha256 })) : listed,
      hideNames,
      originalDate,
      otherParties,
    };
    const order = { access: this.#access, collection, output: out };
    const { serialNumber, names } = await attestFolder(order, this.#policy);
    return { serialNumber, files: names.map((name) => join(out, name)) };
  }

  /** Verifies files on this machine with the keys of this server, or with those in files; see `verify`. */
  async verify(paths: string[], sources: KeySources = { origin: this.server }): Promise<Verification[]> {
    return verify(paths, sources);
  }
}

/**
 * Verifies files on this machine, separately and against each other. The keys of the service come from `origin`, its
 * address, or from files.
 */
export async function verify(paths: string[], sources: KeySources): Promise<Verification[]> {
  const { reports } = await verifyPaths(paths, await loadTrust(sources));
  return reports.map((report) => {
    const { title, sentences } = summarize(report);
    return {
      name: report.name,
      kind: report.kind,
      verdict: overallVerdict(report),
      level: report.findings.when.level,
      title: title.message,
      sentences: sentences.map(({ message }) => message),
    };
  });
}

/** As many as one answer may have. */
const pageSize = 200;

/**
 * Where the server finds each field (docs/api.md): in the path, in the query of a GET, or in the body. Throws AppError
 * `invalid` if a field of the path is missing.
 */
function locate(
  call: string,
  input: Record<string, unknown>,
): { method: string; path: string; body?: unknown } {
  const [method = "", template = ""] = call.split(" ");
  const rest = new Map(Object.entries(input));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name) ?? "");
    rest.delete(name);
    // Nothing, "." and ".." would make the address that of another call.
    if (/^\.{0,2}$/.test(value))
      throw new AppError("invalid", "path-field-missing", "Please give a value for {field}.", {
        params: { field: name },
      });
    return encodeURIComponent(value);
  });
  if (method !== "GET") return { method, path, ...(rest.size > 0 && { body: Object.fromEntries(rest) }) };
  const query = new URLSearchParams();
  for (const [name, value] of rest) if (value !== undefined) query.append(name, String(value));
  return { method, path: query.size > 0 ? `${path}?${query}` : path };
}
