import { open, stat } from "node:fs/promises";
import { z } from "zod";
import { AppError, type ErrorKind } from "../errors.ts";
import { toStream } from "../platform/to-stream.ts";
import { atMost, maxJsonBytes } from "./bounds.ts";
import {
  type RemoteCollection,
  type RemoteDocument,
  remoteCollection,
  remoteDocument,
  type SentCollection,
  TransientError,
} from "./client.ts";
import { IdleTimeout } from "./idle-timeout.ts";
import { type RetryPolicy, withRetries } from "./retries.ts";
import type { StampSettings } from "./stamp-settings.ts";

export type Access = {
  /** Scheme, host and port without a trailing slash. */
  server: string;
  /** An access token with the scopes for what is done: docs/api.md. */
  token: string;
  /** Whether the user confirmed ownership of the documents; undefined: not stated. */
  ownershipConfirmed: true | undefined;
};

/** The calls to the server. Each call waits and retries if that can help (retries.ts). */
export type RemoteServer = {
  /**
   * Whether it accepts the additional types (its setting EXTRA_TYPES). False if it does not say, as an older version or
   * to a token that is not valid: the first upload finds out why.
   */
  takesExtraTypes(): Promise<boolean>;
  /** The newest documents of the token's account. */
  list(): Promise<RemoteDocument[]>;
  /** The newest documents of the token's account that were made from a file with this SHA-256. */
  findByHash(sha256: string): Promise<RemoteDocument[]>;
  /**
   * Sends a file. If the answer was lost, `alreadyThere` looks for the document before the file is sent again, so that
   * it is not stored twice.
   */
  upload(
    file: { path: string; name: string; flags: number },
    onShare: (share: number) => void,
    alreadyThere: () => Promise<RemoteDocument | undefined>,
  ): Promise<RemoteDocument>;
  process(id: string, wishes: StampSettings): Promise<RemoteDocument>;
  get(id: string): Promise<RemoteDocument>;
  /**
   * Opens one of a document's files and passes it to `take`, which must start from the beginning at every call. Throws
   * `invalid` if it is larger than `maxBytes`.
   */
  download(
    id: string,
    part: DocumentPart,
    maxBytes: number,
    take: (body: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void>;
  /** The newest collections of the token's account. */
  listCollections(): Promise<RemoteCollection[]>;
  /**
   * Sends the list of a collection's files; `alreadyThere` works as in `upload`. The collection's status is `uploaded`
   * if the server stored it, but asks to start it later.
   */
  attest(
    collection: SentCollection,
    alreadyThere: () => Promise<RemoteCollection | undefined>,
  ): Promise<RemoteCollection>;
  /** Starts a collection whose stamp was refused earlier. */
  startCollection(id: string, wishes: StampSettings): Promise<unknown>;
  getCollection(id: string): Promise<RemoteCollection>;
  /** Resolves with the JSON of the answer, unchecked. */
  request(request: Request): Promise<unknown>;
  /** Like `download`, from any path. */
  downloadFile(
    path: string,
    maxBytes: number,
    take: (body: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void>;
  /** Like `download`. */
  downloadFromCollection(
    id: string,
    part: CollectionPart,
    maxBytes: number,
    take: (body: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void>;
};

/** Any call of the API that is JSON in both directions. */
type Request = { method: string; path: string; body?: unknown; idempotencyKey?: string | undefined };

export type DocumentPart = "download" | "certificate" | "evidence";
type CollectionPart = "sha256sums" | "certificate" | "evidence";

const kinds: Record<number, ErrorKind> = {
  401: "unauthenticated",
  402: "payment_required",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "too_large",
  415: "unsupported",
  429: "rate_limited",
  500: "internal",
  503: "unavailable",
  507: "out_of_space",
};
const unsaid: readonly ErrorKind[] = ["unauthenticated", "forbidden", "not_found"];
/** Statuses that a proxy sends while the server behind it is unavailable. */
const awayStatuses = [502, 504];
const accepted = z.object({ result: z.object({ data: z.object({ extraTypes: z.boolean() }) }) });
const found = z.object({ documents: z.array(remoteDocument) });
const refusal = z.object({
  message: z.string(),
  code: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export function openRemoteServer(
  { server, token, ownershipConfirmed }: Access,
  retryPolicy: RetryPolicy,
): RemoteServer {
  const call = async (
    idle: IdleTimeout,
    path: string,
    init: RequestInit & { method: string },
  ): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    const answer = await overNetwork(server, () =>
      fetch(`${server}${path}`, { ...init, ...streamed, headers, redirect: "manual", signal: idle.signal }),
    );
    if (answer.ok) return answer;
    throw await findRefusal(server, answer, idle);
  };
  /** Runs each attempt with its own idle timeout. */
  const withIdleTimeout = <T>(attempt: (idle: IdleTimeout, triedBefore: number) => Promise<T>): Promise<T> =>
    withRetries(retryPolicy, async (triedBefore) => {
      const idle = new IdleTimeout(retryPolicy.idleTimeoutMs, retryPolicy.signal);
      idle.restart();
      try {
        return await attempt(idle, triedBefore);
      } finally {
        idle.end();
      }
    });
  const ask = <T>(
    shape: z.ZodType<T>,
    path: string,
    body?: unknown,
    method = body === undefined ? "GET" : "POST",
    key = newKey(),
  ): Promise<T> =>
    withIdleTimeout(async (idle) => {
      const headers = body === undefined ? key : { "content-type": "application/json", ...key };
      const init = method === "GET" ? {} : { headers, body: JSON.stringify(body) };
      return read(server, shape, await call(idle, path, { method, ...init }), idle);
    });

  const downloadFrom = (
    path: string,
    maxBytes: number,
    take: (body: AsyncIterable<Uint8Array>) => Promise<void>,
  ) =>
    withIdleTimeout(async (idle) => {
      const { body } = await call(idle, path, { method: "GET" });
      if (body) await take(atMost(server, maxBytes, chunksOf(server, body, idle)));
    });

  const getCollection = (id: string) => ask(remoteCollection, `/api/collections/${encodeURIComponent(id)}`);

  return {
    async takesExtraTypes() {
      try {
        return (await ask(accepted, "/api/trpc/documents.accepted")).result.data.extraTypes;
      } catch (error) {
        if (error instanceof AppError && unsaid.includes(error.kind)) return false;
        throw error;
      }
    },
    list: () => ask(z.array(remoteDocument), "/api/documents"),
    async findByHash(sha256) {
      const { documents } = await ask(found, `/api/documents/search?sha256=${sha256}`);
      return documents.filter((document) => document.sha256 === sha256);
    },
    get: (id) => ask(remoteDocument, `/api/documents/${encodeURIComponent(id)}`),
    process: (id, wishes) => ask(remoteDocument, `/api/documents/${encodeURIComponent(id)}/process`, wishes),

    upload: (file, onShare, alreadyThere) => {
      const key = newKey();
      return withIdleTimeout(async (idle, triedBefore) => {
        idle.pause();
        const found = triedBefore > 0 ? await alreadyThere() : undefined;
        if (found) return found;
        const fields: Record<string, string> = ownershipConfirmed ? { ownershipConfirmed: "true" } : {};
        const onSent = (share: number) => {
          idle.restart();
          onShare(share);
        };
        const { stream, contentType, getReadError } = await uploadBody(file, fields, onSent);
        idle.restart();
        try {
          const init = { method: "POST", body: stream, headers: { "content-type": contentType, ...key } };
          const answer = await call(idle, "/api/documents/upload", init);
          return await read(server, remoteDocument, answer, idle);
        } catch (error) {
          throw getReadError() ?? error;
        }
      });
    },

    download: (id, part, maxBytes, take) =>
      downloadFrom(`/api/documents/${encodeURIComponent(id)}/${part}`, maxBytes, take),

    listCollections: () => ask(z.array(remoteCollection), "/api/collections"),
    startCollection: (id, wishes) =>
      ask(z.object({ id: z.string() }), `/api/documents/${encodeURIComponent(id)}/process`, wishes),
    getCollection,
    request: ({ method, path, body, idempotencyKey }) =>
      ask(z.unknown(), path, body, method, newKey(idempotencyKey)),
    downloadFile: downloadFrom,
    downloadFromCollection: (id, part, maxBytes, take) =>
      downloadFrom(`/api/collections/${encodeURIComponent(id)}/${part}`, maxBytes, take),

    attest: (collection, alreadyThere) => {
      const key = newKey();
      return withIdleTimeout(async (idle, triedBefore) => {
        idle.pause();
        const found = triedBefore > 0 ? await alreadyThere() : undefined;
        if (found) return found;
        const list = { ...collection, ...(ownershipConfirmed ? { ownershipConfirmed } : {}) };
        const body = toStream(piecesOf(encoder.encode(JSON.stringify(list)), () => idle.restart()));
        idle.restart();
        const headers = { "content-type": "application/json", ...key };
        try {
          const answer = await call(idle, "/api/collections", { method: "POST", body, headers });
          return await read(server, remoteCollection, answer, idle);
        } catch (error) {
          const stored = storedButToStartLater(error);
          if (stored === undefined) throw error;
          idle.pause();
          return getCollection(stored);
        }
      });
    },
  };
}

/** Node sends a stream only if it is told that the answer comes after it. */
const streamed = { duplex: "half" };

/** All attempts of one call have the same key, so that the server does it once even if an answer is lost. */
const newKey = (given: string = crypto.randomUUID()) => ({ "idempotency-key": given });

/** Network errors are temporary; errors of the local disk are not. */
async function* chunksOf(
  server: string,
  body: ReadableStream<Uint8Array>,
  idle: IdleTimeout,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      idle.restart();
      const { done, value } = await overNetwork(server, () => reader.read());
      idle.pause();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => "the connection has already closed");
  }
}

async function read<T>(server: string, shape: z.ZodType<T>, answer: Response, idle: IdleTimeout): Promise<T> {
  const parsed = shape.safeParse(await jsonIn(server, answer, idle));
  if (parsed.success) return parsed.data;
  throw new AppError(
    "invalid",
    "not-an-attestamp-server",
    "{server} does not respond like an Attestamp server. Is the address right?",
    { params: { server } },
  );
}

async function overNetwork<T>(server: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new TransientError(`${server} cannot be reached (${describeError(error)}).`);
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node's fetch says what happened in the cause.
  if (error.cause instanceof Error) return describeError(error.cause);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

/** The ID of a collection that the server stored and will attest when it is asked again a little later. */
function storedButToStartLater(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { collection } = error.params ?? {};
  const canStartLater = error.kind === "rate_limited" || error.kind === "unavailable";
  return canStartLater && typeof collection === "string" ? collection : undefined;
}

/** The server's own message, if it has one. */
async function findRefusal(server: string, answer: Response, idle: IdleTimeout): Promise<Error> {
  const { status, headers } = answer;
  if (status >= 300 && status < 400) {
    const where = headers.get("location") ?? "elsewhere";
    return new AppError(
      "invalid",
      "server-redirects",
      "{server} redirects to {where}. Please use that address as --server.",
      { params: { server, where } },
    );
  }
  const told = refusal.safeParse(await jsonIn(server, answer, idle));
  const sentence = told.data?.message ?? `${server} answered with status ${status}.`;
  const code = told.data?.code ?? "server-refused";
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  // Also when an earlier attempt with the same key is still running.
  const isTransient = status === 429 || ([409, 503].includes(status) && seconds > 0);
  // A collection that is stored, but was not started, is not sent again.
  const isStored = told.data?.params?.collection !== undefined;
  if (isTransient && !isStored) {
    return new TransientError(sentence, Number.isNaN(seconds) ? 60_000 : seconds * 1000);
  }
  if (awayStatuses.includes(status)) return new TransientError(sentence);
  return new AppError(kinds[status] ?? "invalid", code, "{sentence}", {
    params: { ...told.data?.params, sentence },
  });
}

/** The JSON of an answer, undefined if it is not JSON. Throws `invalid` if it is far too long. */
async function jsonIn(server: string, { body }: Response, idle: IdleTimeout): Promise<unknown> {
  const pieces = body ? atMost(server, maxJsonBytes, chunksOf(server, body, idle)) : [];
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  try {
    return JSON.parse(Buffer.concat(read).toString("utf8"));
  } catch {
    return undefined;
  }
}

const pieceBytes = 64 * 1024;

/** The bytes in chunks, so that the idle timeout sees progress on a slow connection. */
async function* piecesOf(bytes: Uint8Array, onPiece: () => void): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    onPiece();
    yield bytes.subarray(start, start + pieceBytes);
  }
}

type UploadBody = {
  contentType: string;
  stream: ReadableStream<Uint8Array>;
  /** The error from reading the file, if there was one. */
  getReadError: () => Error | undefined;
};

const encoder = new TextEncoder();

/**
 * A form (RFC 7578) with one file in the part "file" and some fields before it, read from disk with backpressure.
 * `onShare` is called with the fraction of the file that was sent, from 0 to 1.
 */
async function uploadBody(
  { path, name, flags }: { path: string; name: string; flags: number },
  fields: Record<string, string>,
  onShare: (share: number) => void,
): Promise<UploadBody> {
  const { size } = await stat(path);
  const boundary = `attestamp-${crypto.randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join("")}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  let readError: Error | undefined;

  async function* form(): AsyncGenerator<Uint8Array> {
    yield encoder.encode(head);
    let sent = 0;
    try {
      const file = await open(path, flags);
      try {
        for await (const chunk of file.createReadStream({ autoClose: false })) {
          sent += chunk.length;
          onShare(size === 0 ? 1 : Math.min(1, sent / size));
          yield chunk;
        }
      } finally {
        await file.close();
      }
    } catch (error) {
      readError = error instanceof Error ? error : new Error(String(error));
      throw readError;
    }
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    stream: toStream(form()),
    getReadError: () => readError,
  };
}

/** Escapes names in a form's header as browsers do. */
function escaped(name: string): string {
  return name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
