import { AppError } from "../../errors.ts";

type Attributes = Record<string, string | number>;

export type SpanFacts = {
  kind: "server" | "client" | "consumer" | "internal";
  attributes?: Attributes;
  /** Begins a trace of its own, for work that a request only triggers. */
  root?: boolean;
};

/** What the work inside a span can say about itself. */
type Span = {
  rename: (name: string) => void;
  set: (attributes: Attributes) => void;
  /** Marks a moment. */
  mark: (event: string) => void;
  /** `type`: what went wrong, in a word that is the same for all such errors. */
  fail: (type: string) => void;
};

type Work<Result> = (span: Span) => Promise<Result>;
export type RunInSpan = <Result>(name: string, facts: SpanFacts, work: Work<Result>) => Promise<Result>;

const silent: Span = { rename() {}, set() {}, mark() {}, fail() {} };

let runInSpan: RunInSpan = (_, __, work) => work(silent);

/** From now on, `run` records spans (start-tracing.ts). Without it, no tracing library is loaded. */
export function recordSpansBy(run: RunInSpan): void {
  runInSpan = run;
}

/**
 * Runs `work` as a span of the trace around it. An error is named in the span by its code alone, since its sentence may
 * name people or files, and is thrown on.
 */
export function inSpan<Result>(name: string, facts: SpanFacts, work: Work<Result>): Promise<Result> {
  return runInSpan(name, facts, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(nameOf(error));
      throw error;
    }
  });
}

function nameOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : "error";
}
