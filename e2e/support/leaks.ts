import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

/**
 * The secrets that the bytes contain, either as they are or encoded once or twice: as in a URL, JSON, hexadecimal,
 * base64, UTF-16, gzip, deflate or brotli.
 */
export function findLeaks(bytes: Buffer, secrets: readonly string[]): string[] {
  const views = decodings(bytes, 2).map((view) => view.toString("latin1"));
  const written = secrets.map((secret) => [secret, ...writings(secret)] as const);
  return written
    .filter(([, ...forms]) => forms.some((form) => views.some((view) => view.includes(form))))
    .map(([secret]) => secret);
}

/** The bytes of a text as UTF-8 and UTF-16, each byte as a character. */
function writings(text: string): string[] {
  const encodings = ["utf8", "utf16le"] as const;
  return encodings.map((encoding) => Buffer.from(text, encoding).toString("latin1"));
}

/** The bytes, and the results of decoding them in every possible way. */
function decodings(bytes: Buffer, depth: number): Buffer[] {
  if (depth === 0) return [bytes];
  const text = bytes.toString("latin1");
  const found = [...decodeUrl(text), ...decodeJson(text), ...decodeRuns(text), ...decompress(bytes)];
  return [bytes, ...found.flatMap((one) => decodings(one, depth - 1))];
}

function decodeUrl(text: string): Buffer[] {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded === text ? [] : [Buffer.from(decoded, "latin1")];
}

function decodeJson(text: string): Buffer[] {
  const decoded = text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
    Buffer.from(String.fromCharCode(Number.parseInt(hex, 16))).toString("latin1"),
  );
  return decoded === text ? [] : [Buffer.from(decoded, "latin1")];
}

/** Hexadecimal, and base64 at each of its four positions, since it may follow other letters. */
function decodeRuns(text: string): Buffer[] {
  const hex = text.match(/(?:[0-9a-f]{2}){8,}/gi) ?? [];
  const base64 = text.match(/[\w+/-]{8,}/g) ?? [];
  return [
    ...hex.map((run) => Buffer.from(run, "hex")),
    ...base64.flatMap((run) => [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), "base64"))),
  ];
}

function decompress(bytes: Buffer): Buffer[] {
  return [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync].flatMap((read) => {
    try {
      return [read(bytes)];
    } catch {
      return [];
    }
  });
}
