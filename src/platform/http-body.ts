/** The body of a response. If it exceeds `maxBytes`, stops reading and returns undefined. */
export async function bytesAtMost(answer: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Why a request failed, as an error code. Not the message, which may contain the address with a password. */
export function getErrorName(error: unknown): string {
  if (!(error instanceof Error)) return "an unknown error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
