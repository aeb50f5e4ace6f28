globalThis.earlyAnswers ??= new Map<string, Promise<Response>>();
const early = globalThis.earlyAnswers;

declare global {
  /** Kept by the page itself: what is asked before the first paint is used by a script that comes later. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** Asks at `address` before any part of the page is there to wait for it. */
export function askEarly(address: string): void {
  const answer = fetch(address);
  // Whoever takes it learns of a failure.
  answer.catch(() => undefined);
  early.set(address, answer);
}

/** The answer asked for early at this address, once; undefined when there is none. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const answer = early.get(address);
  early.delete(address);
  return answer;
}

/** Where the page asks for the record of a serial number, as the client writes it (lib/trpc.ts); null elsewhere. */
export function recordAddress(path: string): string | null {
  const part = /^\/verify\/([^/]+)$/.exec(path)?.[1];
  if (part === undefined) return null;
  const input = encodeURIComponent(JSON.stringify({ 0: { serialNumber: part } }));
  return `/api/trpc/verification.verify?batch=1&input=${input}`;
}
