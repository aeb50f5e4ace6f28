/** What somebody's server answered. */
export type Answered = { status: number; bytes: Uint8Array };
/** In a few words for the operator why there is no answer. */
export type Unanswered = { fault: string };

const patienceMs = 10_000;

/**
 * Asks somebody's server over HTTP. Never rejects, follows nobody elsewhere, reads no more than `mostBytes`, and
 * gives up after ten seconds or when `ending` says so.
 */
export async function exchange(
  url: string,
  init: RequestInit,
  mostBytes: number,
  ending: AbortSignal,
): Promise<Answered | Unanswered> {
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(patienceMs)]);
    const response = await fetch(url, { ...init, redirect: "error", signal });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > mostBytes) return { fault: `an answer of more than ${mostBytes} bytes` };
      chunks.push(chunk);
    }
    return { status: response.status, bytes: Buffer.concat(chunks) };
  } catch (error) {
    return { fault: nameOf(error) };
  }
}

/** Not its message, in which the whole address may stand, and so a password. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "an unknown error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
