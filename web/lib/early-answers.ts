globalThis.earlyAnswers ??= new Map<string, Promise<Response>>();
const early = globalThis.earlyAnswers;

declare global {
  /** Requests sent before the first paint, stored globally for a script that is loaded later. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined;
}

/** Sends the request before any part of the page waits for it. */
export function requestEarly(address: string): void {
  const answer = fetch(address);
  // The consumer handles a failure.
  answer.catch(() => undefined);
  early.set(address, answer);
}

/** The early answer for this address, once; undefined if there is none. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const answer = early.get(address);
  early.delete(address);
  return answer;
}

/** The address from which the page requests the record of a serial number, as in lib/trpc.ts. */
export function recordAddress(serialNumber: string): string {
  const input = encodeURIComponent(JSON.stringify({ 0: { serialNumber } }));
  return `/api/trpc/verification.verify?batch=1&input=${input}`;
}
