import { AppError } from "../../errors.ts";
import { parseJsonObject, requireFewValues } from "../../features/json-object.ts";

const maxBytes = 100 * 1024;
const tooLarge = () => new AppError("too_large", "body-too-large", "The request body exceeds 100 kB.");

/** A batch of ten calls that name as many documents as they may has fewer. */
const maxValues = 5_000;

/** The body as an object; an empty body is an empty object. Throws `invalid`, `unsupported`, `too_large`. */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  return parseJsonObject(await readJsonText(request), maxValues);
}

/**
 * The text of a JSON body, counted while it arrives, whatever its declared length. Other content types are refused: a
 * form on another site could send them without a preflight request.
 */
export async function readJsonText(request: Request): Promise<string> {
  if ((announcedLength(request) ?? 0) > maxBytes) throw tooLarge();
  if (request.body === null) return "";
  const bytes = await readBounded(request.body);
  if (bytes.length > 0) requireJson(request);
  return bytes.toString("utf8");
}

/** The same for a body that a library parses: with no more values than in `readJsonObject`. */
export async function readSimpleJsonText(request: Request): Promise<string> {
  const text = await readJsonText(request);
  requireFewValues(text, maxValues);
  return text;
}

/**
 * The bytes of a JSON body as they arrive, for a receiver that counts them. Throws `unsupported`, and `invalid` if the
 * body is incomplete.
 */
export async function* streamJson(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  requireJson(request);
  try {
    yield* request.body;
  } catch (cause) {
    throw incomplete(cause);
  }
}

/** The length of the body as the sender declares it (RFC 9110, 8.6); undefined if it does not. */
export function announcedLength(request: Request): number | undefined {
  const length = request.headers.get("content-length") ?? "";
  return /^\d+$/.test(length) ? Number(length) : undefined;
}

/** A small body of exactly this type. Throws `unsupported`, `too_large`, `invalid`. */
export async function readBytes(request: Request, type: string): Promise<Uint8Array> {
  const given = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (given !== type)
    throw new AppError("unsupported", "body-of-other-type", "Please send the body as {type}.", {
      params: { type },
    });
  return request.body === null ? new Uint8Array() : readBounded(request.body);
}

/** Far more than any form of ours has; others are ignored. */
const maxFields = 20;

/** The fields of a small form. Throws `unsupported`, `too_large`, `invalid`. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const body = Buffer.from(await readBytes(request, "application/x-www-form-urlencoded"));
  return new URLSearchParams(body.toString("utf8").split("&", maxFields).join("&"));
}

/** A small body of any type as text. Throws `too_large`, and `invalid` for bytes that are not UTF-8. */
export async function readText(request: Request): Promise<string> {
  const bytes = request.body === null ? new Uint8Array() : await readBounded(request.body);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("invalid", "body-not-text", "The request body is not text.", { cause });
  }
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw incomplete(cause);
  }
  return Buffer.concat(chunks);
}

const incomplete = (cause: unknown) =>
  new AppError("invalid", "body-incomplete", "The request ended before its body was complete.", { cause });

function requireJson(request: Request): void {
  const type = request.headers.get("content-type") ?? "";
  if (type.split(";")[0]?.trim().toLowerCase() !== "application/json")
    throw new AppError("unsupported", "body-not-json-type", "Please send the body as application/json.");
}
