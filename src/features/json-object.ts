import { AppError } from "../errors.ts";

/** Far more than any call needs. Parsing takes much more memory than reading only if values are deeply nested. */
const maxDepth = 32;

/**
 * The object that a JSON text of a caller contains; an empty text is an empty object. Throws `invalid`, before anything
 * is parsed if it has more than `maxValues` values: each can be wrong in several ways, and all that are get a message.
 */
export function parseJsonObject(text: string, maxValues: number): Record<string, unknown> {
  if (text === "") return {};
  requireFewValues(text, maxValues);
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("invalid", "body-not-an-object", "The request body must be a JSON object.");
  }
  return { ...value };
}

/** Throws `invalid` if a JSON text is nested too deeply, or has more values. Creates none of them. */
export function requireFewValues(text: string, maxValues: number): void {
  if (isTooComplex(text, maxValues))
    throw new AppError(
      "invalid",
      "body-too-complex",
      "The request body is nested too deeply or contains too many values.",
    );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid", "body-not-json", "The request body is not valid JSON.", { cause });
  }
}

/** Text that is not JSON may pass, since the parser refuses it. */
function isTooComplex(text: string, maxValues: number): boolean {
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
