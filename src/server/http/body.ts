import { AppError, type Message } from "../../errors.ts";

type BodyLimit = { bytes: number; message: Message };

const defaultLimit: BodyLimit = {
  bytes: 100 * 1024,
  message: { code: "body-too-large", text: "The request body exceeds 100 kB." },
};

/** The body as an object; an empty body is an empty object. Throws `invalid`, `unsupported`, `too_large`. */
export async function readJsonObject(
  request: Request,
  limit = defaultLimit,
): Promise<Record<string, unknown>> {
  const text = await readJsonText(request, limit);
  if (text === "") return {};
  const body = parse(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new AppError("invalid", "body-not-an-object", "The request body must be a JSON object.");
  }
  return { ...body };
}

/**
 * The text of a JSON body, counted while it arrives, whatever its declared length. Other content types are refused: a
 * form on another site could send them without a preflight request.
 */
export async function readJsonText(request: Request, limit = defaultLimit): Promise<string> {
  if ((announcedLength(request) ?? 0) > limit.bytes) throw AppError.from("too_large", limit.message);
  if (request.body === null) return "";
  const bytes = await readBounded(request.body, limit);
  if (bytes.length > 0 && !isJson(request)) {
    throw new AppError("unsupported", "body-not-json-type", "Please send the body as application/json.");
  }
  return bytes.toString("utf8");
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

/** A small body of any type as text. Throws `too_large`, and `invalid` for bytes that are not UTF-8. */
export async function readText(request: Request): Promise<string> {
  const bytes = request.body === null ? new Uint8Array() : await readBounded(request.body);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AppError("invalid", "body-not-text", "The request body is not text.", { cause });
  }
}

async function readBounded(body: ReadableStream<Uint8Array>, limit = defaultLimit): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > limit.bytes) throw AppError.from("too_large", limit.message);
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("invalid", "body-incomplete", "The request ended before its body was complete.", {
      cause,
    });
  }
  return Buffer.concat(chunks);
}

function isJson(request: Request): boolean {
  const type = request.headers.get("content-type") ?? "";
  return type.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/**
 * Far more than any call needs. Parsing takes much more memory than reading only if values are deeply nested or very
 * numerous.
 */
const maxDepth = 32;
const maxValues = 500_000;

function parse(text: string): unknown {
  if (isTooComplex(text))
    throw new AppError(
      "invalid",
      "body-too-complex",
      "The request body is nested too deeply or contains too many values.",
    );
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", "body-not-json", "The request body is not valid JSON.", { cause });
  }
}

/** Counts levels and values without creating any. Text that is not JSON may pass, since the parser refuses it. */
function isTooComplex(text: string): boolean {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) isInString = !isInString;
    else if (isInString) at += character === backslash ? 1 : 0;
    else if (character === openBracket || character === openBrace) {
      depth += 1;
      values += 1;
    } else if (character === closeBracket || character === closeBrace) depth -= 1;
    else if (character === comma) values += 1;
    if (depth > maxDepth || values > maxValues) return true;
  }
  return false;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
