/** The body of somebody's answer; undefined as soon as it has more than `maxBytes`, and no more of it is read then. */
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

/** What a call failed of, in a word. Not its message, in which the whole address may stand, and so a password. */
export function nameOfFault(error: unknown): string {
  if (!(error instanceof Error)) return "an unknown error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
