import { once } from "node:events";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { AppError } from "../../errors.ts";

/** Handles the bytes of the form's single file. */
export type FileTaker<T> = {
  receive: (stream: AsyncIterable<Uint8Array>) => Promise<T>;
  /** Undoes `receive` if the form turns out to be invalid. */
  discard: (received: T) => Promise<void>;
};

export type UploadForm<T> = { fileName: string; received: T; fields: Map<string, string> };

const limits = {
  parts: 20,
  fields: 10,
  fieldNameSize: 100,
  fieldSize: 1_000,
  headerPairs: 50,
  headerSize: 16_384,
};

const malformed = () =>
  new AppError("invalid", "upload-unreadable", "Couldn't read the upload. Please try again.");
const tooSlow = () =>
  new AppError(
    "invalid",
    "upload-too-slow",
    "The upload took too long. Please try again with a faster connection.",
  );
const badField = () =>
  new AppError("invalid", "upload-field-invalid", "A field of the upload is too long, or was sent twice.");
const oneFile = () => new AppError("invalid", "upload-one-file", "Please upload one file at a time.");

type TakenFile<T> = { name: string; stream: Readable; received: Promise<T> };

/**
 * Reads a multipart form with one file, in the part named "file", and a few short fields. The file is streamed with
 * backpressure. Throws AppError `invalid` for any other form and if it takes longer than `maxMs`; an error of `receive`
 * ends the reading and is passed on; nothing that was received is left behind.
 */
export async function readUploadForm<T>(
  request: Request,
  taker: FileTaker<T>,
  maxMs: number,
): Promise<UploadForm<T>> {
  const parser = openParser(request);
  const stop = new AbortController();
  // Not AbortSignal.timeout: that would keep every request in memory until the timeout, even after the form was read.
  const timeLimit = setTimeout(() => stop.abort(tooSlow()), maxMs);
  const refusal = Promise.withResolvers<never>();
  const fields = new Map<string, string>();
  const taken: { file?: TakenFile<T> } = {};

  parser.on("file", (part, stream, name) => {
    // An error of the stream means that the form is incomplete; any other error is that of the receiver.
    let brokenBy: unknown;
    stream.on("error", (error) => (brokenBy = error));
    if (part !== "file" || taken.file) {
      stream.resume();
      refusal.reject(oneFile());
      return;
    }
    taken.file = { name: name ?? "", stream, received: taker.receive(stream) };
    taken.file.received.catch((error) => refusal.reject(error === brokenBy ? malformed() : error));
  });
  parser.on("field", (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut || fields.has(name)) refusal.reject(badField());
    else fields.set(name, value);
  });
  for (const event of ["partsLimit", "fieldsLimit", "error"])
    parser.on(event, () => refusal.reject(malformed()));

  try {
    await Promise.race([refusal.promise, feed(parser, request, stop.signal)]);
    if (!taken.file) throw new AppError("invalid", "upload-no-file", "Please choose a file to upload.");
    return { fileName: taken.file.name, received: await taken.file.received, fields };
  } catch (error) {
    stop.abort();
    taken.file?.stream.destroy(malformed());
    await taken.file?.received.then(taker.discard, () => "nothing was received");
    throw error;
  } finally {
    clearTimeout(timeLimit);
  }
}

function openParser(request: Request) {
  try {
    const contentType = request.headers.get("content-type") ?? "";
    if (!/^multipart\/form-data\s*;/i.test(contentType)) throw malformed();
    return new Busboy({ headers: { "content-type": contentType }, limits, preservePath: true });
  } catch (error) {
    throw error instanceof AppError ? error : malformed();
  }
}

/** Feeds the body in chunks with backpressure; resolves when the whole form was read. */
async function feed(
  parser: ReturnType<typeof openParser>,
  request: Request,
  signal: AbortSignal,
): Promise<void> {
  const reader = request.body?.getReader();
  if (!reader) throw malformed();
  const stop = () => void reader.cancel().catch(() => "the connection is gone already");
  signal.addEventListener("abort", stop, { once: true });
  const finished = once(parser, "finish", { signal });
  finished.catch(() => "reported by the reading below");
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (!parser.write(read.value)) await once(parser, "drain", { signal });
    }
    if (signal.aborted) throw brokenOff(signal);
    parser.end();
    await finished;
  } catch (error) {
    throw error instanceof AppError ? error : brokenOff(signal);
  }
}

function brokenOff({ reason }: { reason?: unknown }): AppError {
  return reason instanceof AppError ? reason : malformed();
}
