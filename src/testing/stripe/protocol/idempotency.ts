import type { Clock } from "./clock.ts";
import { invalidRequest, StripeFault } from "./faults.ts";

/** What was answered, as it went over the wire. */
export type Answer = { status: number; body: string; requestId: string };

const SECONDS_KEPT = 24 * 3600;

type Kept = { endpoint: string; parameters: string; since: number; answer: Answer | undefined };

/**
 * Remembers the answer to every keyed POST for a day. The same key with the same parameters gets the same answer,
 * a declined card and a server error included; refused parameters are not kept, as nothing was begun.
 */
export class IdempotencyKeys {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly clock: Clock) {}

  /** The kept answer, or undefined when this request is to be carried out. Throws for a misused key. */
  begin(key: string, endpoint: string, parameters: string): Answer | undefined {
    const former = this.kept.get(key);
    if (former === undefined || this.clock.now() - former.since > SECONDS_KEPT) {
      this.kept.set(key, { endpoint, parameters, since: this.clock.now(), answer: undefined });
      return undefined;
    }
    if (former.endpoint !== endpoint) throw misused(otherEndpoint(key, former.endpoint, endpoint));
    if (former.parameters !== parameters) throw misused(otherParameters(key));
    if (former.answer !== undefined) return former.answer;
    const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. You should not be seeing this error.`;
    throw invalidRequest(message, { code: "idempotency_key_in_use", status: 409 });
  }

  keep(key: string, answer: Answer): void {
    const entry = this.kept.get(key);
    if (entry !== undefined) entry.answer = answer;
  }

  forget(key: string): void {
    this.kept.delete(key);
  }
}

/** Stripe keeps what it began: successes, declines and its own failures, but not refused parameters. */
export function isKept(status: number): boolean {
  return status < 400 || status === 402 || status >= 500;
}

function misused(message: string): StripeFault {
  return new StripeFault(400, { type: "idempotency_error", message });
}

function otherEndpoint(key: string, former: string, now: string): string {
  return `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${now}' vs '${former}'). Try using a key other than '${key}' if you meant to execute a different request.`;
}

function otherParameters(key: string): string {
  return `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
}
