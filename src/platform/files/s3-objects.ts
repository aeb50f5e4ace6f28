import { open } from "node:fs/promises";
import { AwsClient } from "aws4fetch";
import { AppError } from "../../errors.ts";
import { toStream } from "../to-stream.ts";
import { inSpan } from "../tracing/spans.ts";
import {
  type ByteRange,
  type FileArea,
  type FileKey,
  type FinishedFile,
  isFileKey,
  type KeptFile,
  type ObjectStore,
  type OwnerMarker,
  requireFileKey,
} from "./object-store.ts";
import type { S3Settings } from "./s3-settings.ts";
import { writeAll } from "./write-all.ts";

const maxAttempts = 4;
const firstDelayMs = 100;
/** The time limit for connecting and for a response without a file. */
const timeoutMs = 20_000;
/** After an answer, the store is not pinged for this long. */
const answerHoldsMs = 5_000;
/**
 * After a silence this long, the store is pinged. Both periods together are shorter than the time an HTTP connection
 * may be silent (server.ts), so requests still get an answer.
 */
const silenceMs = 3_000;
const pingTimeoutMs = 3_000;
/**
 * For this long after an unanswered ping, the next ones wait only briefly, so that a request for several files waits
 * once. A store that is back answers them.
 */
const silenceHoldsMs = 2_000;
const briefPingMs = 500;
/** A store refuses signatures whose time differs from its own by more than this, or a little more. */
const maxSkewMs = 5 * 60_000;
/** A slower transfer is aborted. */
const minBytesPerSecond = 50_000;
/** A file is read in parts of this size, so that memory does not grow with it, however slow its reader is. */
const partBytes = 1024 * 1024;
/** The SHA-256 of zero bytes. */
const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** No stored file has a name like this. */
const markerName = "attestamp-owner.json";
/** Some stores know no conditions. */
const notImplemented = 501;
/** The object of a conditional request exists, or the store knows no conditions. */
const conditionalAnswers = [412, notImplemented];
/** The object of a conditional request is being written at the same moment. */
const writtenNow = 409;

type Call = {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  body?: { content: Blob | string; bytes: number; sha256: string };
  /** Whether a failed request may mean that there is no such object. */
  mayBeMissing?: boolean;
  /** Whether the store may refuse the condition of a request, or conditions at all. */
  isConditional?: boolean;
  /** The maximum length of the response body. */
  maxBytes?: number;
};

/** A complete answer. Parts of files are small enough to keep in memory. */
type Answer = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> };

/**
 * Stored files in a bucket of an S3-compatible store, addressed by path. Each request is signed (AWS Signature Version
 * 4) and retried after network errors and after answers with 429 and 5xx. Throws AppError `unavailable` if the store
 * does not respond, refuses our credentials or is full. Once the store has not responded, every request first pings it
 * and fails without an answer, so that no one waits for a store that is away.
 */
export class S3Objects implements ObjectStore {
  readonly marker: OwnerMarker = {
    name: markerName,
    read: () => this.#readMarker(),
    write: (text, isFirst) => this.#writeMarker(text, isFirst),
  };
  readonly #settings: S3Settings;
  readonly #client: AwsClient;
  readonly #base: string;
  /** The store's clock minus our own. */
  #skewMs = 0;
  /** When the store last did what it was asked, on the clock of `performance.now()`. */
  #answeredAt = Number.NEGATIVE_INFINITY;
  /** When the store last answered anything, on the same clock. */
  #heardAt = Number.NEGATIVE_INFINITY;
  /** Whether a request ended without an answer, and nothing was heard since it began. */
  #isSilent = false;
  /** When the last ping that was not brief went unanswered. */
  #unansweredAt = Number.NEGATIVE_INFINITY;
  #pinged: Promise<boolean> | undefined;

  constructor(settings: S3Settings) {
    const { endpoint, region, accessKeyId, secretAccessKey, bucket } = settings;
    this.#settings = settings;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
    this.#base = `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`;
  }

  /**
   * Creates the bucket if it does not exist and the credentials allow it. Throws AppError, for the operator, with the
   * store's reason.
   */
  async ensureBucket(): Promise<void> {
    const { bucket } = this.#settings;
    try {
      if ((await this.#listOne()).status !== 404) return;
      // Another server may create it at the same moment, and the store may then refuse this request.
      const failure = await this.#makeBucket().catch((error: unknown) => error);
      if ((await this.#listOne()).status === 404) throw failure ?? new Error("it could not be created");
    } catch (error) {
      const cause = error instanceof AppError ? error.cause : error;
      const [reason = ""] = (cause instanceof Error ? cause.message : String(cause)).split(/[.?!](?:\s|$)/);
      throw new AppError("unavailable", "bucket-unusable", "The bucket {bucket} cannot be used: {reason}.", {
        params: { bucket, reason },
        cause,
      });
    }
  }

  async #makeBucket(): Promise<void> {
    const { region } = this.#settings;
    const content =
      region === "us-east-1"
        ? ""
        : `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
    await this.#send({
      method: "PUT",
      url: this.#base,
      body: { content, bytes: content.length, sha256: hash(content) },
    });
  }

  #listOne(): Promise<Answer> {
    return this.#send(this.#callToListOne());
  }

  #callToListOne(): Call {
    const query = new URLSearchParams({ "list-type": "2", "max-keys": "1", prefix: this.#settings.prefix });
    return { method: "GET", url: `${this.#base}?${query}`, mayBeMissing: true };
  }

  async #readMarker(): Promise<string | undefined> {
    const url = this.#getMarkerUrl();
    const { status, bytes } = await this.#send({ method: "GET", url, mayBeMissing: true });
    return status === 404 ? undefined : new TextDecoder().decode(bytes);
  }

  async #writeMarker(content: string, isFirst: boolean): Promise<void> {
    const body = { content, bytes: Buffer.byteLength(content), sha256: hash(content) };
    const call = { method: "PUT", url: this.#getMarkerUrl(), body } as const;
    const headers = { "if-none-match": "*" };
    const { status } = await this.#send(isFirst ? { ...call, headers, isConditional: true } : call);
    if (status === notImplemented) await this.#send(call);
  }

  /**
   * The SHA-256 is part of the signature, so the store refuses other bytes. When this returns, the store has
   * acknowledged the whole object.
   */
  async put(key: FileKey, { path, bytes, sha256 }: FinishedFile): Promise<void> {
    await this.#send({
      method: "PUT",
      url: this.#getUrl(key),
      body: { content: Bun.file(path), bytes, sha256 },
    });
  }

  async getSize(key: FileKey): Promise<number | undefined> {
    const answer = await this.#send({ method: "HEAD", url: this.#getUrl(key), mayBeMissing: true });
    return answer.status === 404 ? undefined : Number(answer.headers.get("content-length"));
  }

  async read(key: FileKey, { start, end }: ByteRange): Promise<ReadableStream<Uint8Array> | undefined> {
    const first = await this.#readPart(key, start, end);
    if (!first) return undefined;
    return toStream(this.#readParts(key, first, { start, end }));
  }

  async *#readParts(key: FileKey, first: Uint8Array, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    yield first;
    for (let at = start + first.byteLength; at < end; ) {
      const part = await this.#readPart(key, at, end);
      if (!part) throw unreachable(new Error(`${key} was removed while it was being read`));
      yield part;
      at += part.byteLength;
    }
  }

  /** The part that begins at `start`; undefined if there is no such object. */
  async #readPart(key: FileKey, start: number, end: number): Promise<Uint8Array | undefined> {
    const partEnd = Math.min(end, start + partBytes);
    const { status, bytes } = await this.#send(this.#callToRead(key, start, partEnd));
    if (status === 404) return undefined;
    if (status === 206 && bytes.byteLength === partEnd - start) return bytes;
    throw unreachable(new Error(`status ${status} with ${bytes.byteLength} of ${partEnd - start} bytes`));
  }

  /** The first part of an object, whose answer also says how long the object is. No stored file is empty. */
  async #readFirst(key: FileKey): Promise<{ bytes: Uint8Array; totalBytes: number } | undefined> {
    const { status, headers, bytes } = await this.#send(this.#callToRead(key, 0, partBytes));
    if (status === 404) return undefined;
    const totalBytes = Number(/\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1]);
    if (status === 206 && bytes.byteLength === Math.min(totalBytes, partBytes)) return { bytes, totalBytes };
    throw unreachable(new Error(`status ${status} with ${bytes.byteLength} bytes of ${totalBytes}`));
  }

  #callToRead(key: FileKey, start: number, end: number): Call {
    return {
      method: "GET",
      url: this.#getUrl(key),
      headers: { range: `bytes=${start}-${end - 1}` },
      mayBeMissing: true,
      maxBytes: end - start,
    };
  }

  async getLocalPath(key: FileKey, copy: string): Promise<string | undefined> {
    const first = await this.#readFirst(key);
    if (!first) return undefined;
    const file = await open(copy, "wx", 0o600);
    try {
      const whole = { start: 0, end: first.totalBytes };
      for await (const part of this.#readParts(key, first.bytes, whole)) await writeAll(file, part);
    } finally {
      await file.close();
    }
    return copy;
  }

  async remove(key: FileKey): Promise<void> {
    await this.#send({ method: "DELETE", url: this.#getUrl(key), mayBeMissing: true });
  }

  async *list(area: FileArea, documentId = ""): AsyncGenerator<KeptFile[]> {
    const { prefix } = this.#settings;
    for (let after = ""; ; ) {
      const query = new URLSearchParams({ "list-type": "2", prefix: `${prefix}${area}/${documentId}` });
      if (after !== "") query.set("start-after", after);
      const { bytes } = await this.#send({ method: "GET", url: `${this.#base}?${query}` });
      const { objects, isTruncated } = parseListing(new TextDecoder().decode(bytes));
      yield objects.flatMap(({ name, modifiedAt }) => {
        const key = name.slice(prefix.length);
        return isFileKey(key) ? [{ key, modifiedAt }] : [];
      });
      const last = objects.at(-1);
      if (!isTruncated || !last) return;
      after = last.name;
    }
  }

  /** Checks that the store responds and accepts our credentials. A full store is noticed only at the next write. */
  async probe(): Promise<void> {
    const { status } = await this.#listOne();
    if (status === 404) throw unreachable(new Error("there is no such bucket"));
  }

  /** Pings only if nothing was heard of the store for some seconds. */
  async answers(): Promise<boolean> {
    return (!this.#isSilent && performance.now() - this.#answeredAt < answerHoldsMs) || this.#ping();
  }

  /** Concurrent requests share one answer. */
  async #ping(): Promise<boolean> {
    this.#pinged ??= this.#sendPing().finally(() => {
      this.#pinged = undefined;
    });
    return this.#pinged;
  }

  async #sendPing(): Promise<boolean> {
    const [began, skewMs] = [performance.now(), this.#skewMs];
    const isBrief = began - this.#unansweredAt < silenceHoldsMs;
    const waitMs = isBrief ? briefPingMs : pingTimeoutMs;
    let outcome = await this.#attempt(this.#callToListOne(), skewMs, waitMs);
    if (this.#adoptClock(outcome, skewMs))
      outcome = await this.#attempt(this.#callToListOne(), this.#skewMs, waitMs);
    if (outcome instanceof Error && !isBrief) this.#unansweredAt = performance.now();
    return this.#note(outcome, began);
  }

  /**
   * Remembers whether the store responded to a request that began then, and returns whether it did what it was asked. A
   * 404 does not count: the bucket may be gone, or a proxy may answer for a store that is restarting. A request that
   * fails late says nothing about a store that has answered others in the meantime.
   */
  #note(outcome: Answer | Error, began: number): boolean {
    if (outcome instanceof Error) {
      this.#isSilent ||= this.#heardAt < began;
      return false;
    }
    this.#isSilent = false;
    this.#heardAt = performance.now();
    if (!isSuccess(outcome)) return false;
    this.#answeredAt = this.#heardAt;
    return true;
  }

  /** A bucket has no size limit. */
  async ensureSpaceFor(): Promise<void> {}

  #getMarkerUrl(): string {
    return `${this.#base}/${this.#settings.prefix}${markerName}`;
  }

  #getUrl(key: FileKey): string {
    return `${this.#base}/${this.#settings.prefix}${requireFileKey(key)}`;
  }

  async #send(call: Call): Promise<Answer> {
    if (this.#isSilent && !(await this.#ping())) throw unreachable(new Error("it is not responding"));
    for (let attempt = 1; ; attempt++) {
      const [began, skewMs] = [performance.now(), this.#skewMs];
      const outcome = await this.#attemptUnlessSilent(call, skewMs);
      if (!(outcome instanceof Error) && isExpected(outcome, call)) {
        this.#note(outcome, began);
        return outcome;
      }
      const isFinal =
        attempt === maxAttempts || !(isWorthRetrying(outcome, call) || this.#adoptClock(outcome, skewMs));
      if (isFinal || isSilence(outcome)) {
        this.#note(outcome, began);
        throw outcome instanceof Error ? unreachable(outcome) : readError(outcome);
      }
      await Bun.sleep(firstDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }

  /**
   * True if the store refused a request because its clock differs from the one that this attempt was signed with. From
   * now on we sign with its time: a server whose own clock is wrong would fail all jobs that it takes.
   */
  #adoptClock(outcome: Answer | Error, signedSkewMs: number): boolean {
    if (outcome instanceof Error || outcome.status !== 403) return false;
    const skewMs = Date.parse(outcome.headers.get("date") ?? "") - Date.now();
    if (Number.isNaN(skewMs) || Math.abs(skewMs - signedSkewMs) < maxSkewMs) return false;
    this.#skewMs = skewMs;
    return true;
  }

  /**
   * A network may lose everything and close no connection: a call without an answer ends if the store does not
   * answer a ping either. The time that an upload may take is not silence.
   */
  async #attemptUnlessSilent(call: Call, skewMs: number): Promise<Answer | Error> {
    const silence = new AbortController();
    const watch = setInterval(
      async () => {
        await this.#ping();
        if (this.#isSilent) silence.abort();
      },
      silenceMs + transferTime(call.body?.bytes ?? 0),
    );
    try {
      return await this.#attempt(call, skewMs, timeoutMs, silence.signal);
    } finally {
      clearInterval(watch);
    }
  }

  #attempt(call: Call, skewMs: number, maxMs: number, silence?: AbortSignal): Promise<Answer | Error> {
    return inSpan(`${call.method} object`, { kind: "client" }, async (span) => {
      const answer = await this.#exchange(call, skewMs, maxMs, silence);
      if (answer instanceof Error) span.fail(answer.name);
      else span.set({ "http.response.status_code": answer.status });
      return answer;
    });
  }

  async #exchange(
    { method, url, headers, body, maxBytes = 0 }: Call,
    skewMs: number,
    maxMs: number,
    silence?: AbortSignal,
  ): Promise<Answer | Error> {
    const signed = await this.#client.sign(url, {
      method,
      headers: { ...headers, "x-amz-content-sha256": body?.sha256 ?? emptySha256 },
      aws: { datetime: printTime(Date.now() + skewMs) },
    });
    const timeout = AbortSignal.timeout(maxMs + transferTime(Math.max(body?.bytes ?? 0, maxBytes)));
    try {
      const response = await fetch(url, {
        method,
        headers: signed.headers,
        body: body?.content ?? null,
        redirect: "manual",
        signal: silence ? AbortSignal.any([timeout, silence]) : timeout,
      });
      return { status: response.status, headers: response.headers, bytes: await response.bytes() };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** As signatures state it, e.g. 20261124T173000Z. */
function printTime(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
}

function hash(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

function isExpected(answer: Answer, { mayBeMissing, isConditional }: Call): boolean {
  if (mayBeMissing && answer.status === 404) return true;
  return isSuccess(answer) || (isConditional === true && conditionalAnswers.includes(answer.status));
}

/** In milliseconds, at the slowest speed that is accepted. */
const transferTime = (bytes: number) => (bytes / minBytesPerSecond) * 1000;

const isSilence = (outcome: Answer | Error) => outcome instanceof Error && outcome.name === "AbortError";

function isWorthRetrying(outcome: Answer | Error, { isConditional }: Call): boolean {
  if (outcome instanceof Error) return true;
  if (isConditional && outcome.status === writtenNow) return true;
  return outcome.status === 429 || (outcome.status >= 500 && outcome.status !== 507);
}

/** The store's own message is only logged. */
function unreachable(cause: Error): AppError {
  return new AppError(
    "unavailable",
    "file-store-unreachable",
    "The file store cannot be reached at the moment. Please try again later.",
    { cause },
  );
}

function readError({ status, bytes }: Answer): AppError {
  const text = new TextDecoder().decode(bytes);
  const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? "";
  const message = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? "";
  const cause = new Error(`it answers ${[status, code, message].filter((part) => part !== "").join(" ")}`);
  if (status !== 507 && !/^(QuotaExceeded|InsufficientStorage|.*StorageFull)/.test(code)) {
    return unreachable(cause);
  }
  return new AppError("unavailable", "file-store-full", "The file store is full. Please try again later.", {
    cause,
  });
}

type Listing = { objects: { name: string; modifiedAt: number }[]; isTruncated: boolean };

/** Our keys contain no character that XML escapes. Objects with other names are not ours. */
function parseListing(xml: string): Listing {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
    name: /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? "",
    modifiedAt: Date.parse(/<LastModified>([^<]*)<\/LastModified>/.exec(entry)?.[1] ?? ""),
  }));
  return { objects, isTruncated: /<IsTruncated>true<\/IsTruncated>/.test(xml) };
}
