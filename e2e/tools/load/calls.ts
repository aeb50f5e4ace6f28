/** The calls that a load run distinguishes. `verify` and `health` are made by the run itself, all others by users. */
export type CallKind =
  | "register"
  | "list"
  | "document"
  | "upload"
  | "process"
  | "download"
  | "certificate"
  | "mail"
  | "remove"
  | "verify"
  | "health";

/** A server may close an idle connection just when it is used again: browsers then retry (RFC 9112, 9.3.1). */
const onlyReads = new Set<CallKind>(["list", "document", "download", "certificate", "verify", "health"]);
const isReset = (error: unknown) => error instanceof Error && "code" in error && error.code === "ECONNRESET";

type Call = { kind: CallKind; ms: number; status: number };

/** Every call of a run: its start, its duration including the body, and its result. */
export class Calls {
  readonly #clock: () => number;
  readonly #startedAt: number;
  readonly #calls: Call[] = [];
  /** Errors that no status expresses, and their number. */
  readonly faults = new Map<string, number>();

  /** `clock` returns milliseconds that never go back. */
  constructor(clock = () => performance.now()) {
    this.#clock = clock;
    this.#startedAt = clock();
  }

  /** Times a call until its body is read. A broken connection counts as status 0. */
  async time(
    kind: CallKind,
    request: () => Promise<Response>,
  ): Promise<{ status: number; body: Uint8Array }> {
    const started = this.#clock();
    let status = 0;
    let body: Uint8Array = new Uint8Array();
    try {
      const answer = await request().catch((error) => {
        if (onlyReads.has(kind) && isReset(error)) return request();
        throw error;
      });
      body = await answer.bytes();
      status = answer.status;
    } catch (error) {
      this.fault(error instanceof Error ? error.message : String(error));
    }
    this.#calls.push({ kind, ms: this.#clock() - started, status });
    if (status >= 400)
      this.fault(`${kind} answered ${status}: ${new TextDecoder().decode(body).slice(0, 120)}`);
    return { status, body };
  }

  fault(words: string): void {
    this.faults.set(words, (this.faults.get(words) ?? 0) + 1);
  }

  get seconds(): number {
    return (this.#clock() - this.#startedAt) / 1000;
  }

  get kinds(): CallKind[] {
    return [...new Set(this.#calls.map(({ kind }) => kind))];
  }

  /** Milliseconds of every call of a kind, shortest first. */
  times(kind: CallKind): number[] {
    const ofKind = this.#calls.filter((call) => call.kind === kind);
    return ofKind.map(({ ms }) => ms).sort((one, other) => one - other);
  }

  /** The number of calls, of a kind or of all, that ended with a server error or no answer. */
  brokenCalls(kind?: CallKind): number {
    const isBroken = ({ status }: Call) => status === 0 || status >= 500;
    return this.#calls.filter((call) => isBroken(call) && (kind === undefined || call.kind === kind)).length;
  }

  count(): number {
    return this.#calls.length;
  }
}

/** The value below which that share (0 to 1) of the sorted values lies; NaN for no values. */
export function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
