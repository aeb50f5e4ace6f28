import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AppError } from "../../errors.ts";

type SpanFacts = {
  kind: keyof typeof SpanKind;
  attributes?: Attributes;
  /** Begins a trace of its own, for work that a request only triggers. */
  root?: boolean;
};

/**
 * Runs `work` as a span of the trace around it. An error is named in the span by its code alone, since its sentence may
 * name people or files, and is thrown on. Nothing is recorded until `startTracing` is called.
 */
export function inSpan<Result>(
  name: string,
  { kind, attributes, root }: SpanFacts,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const options = { kind: SpanKind[kind], ...(attributes && { attributes }), ...(root && { root }) };
  return trace.getTracer("attestamp").startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, nameOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** `type`: what went wrong, in a word that is the same for all such errors. */
export function markFailed(span: Span, type: string): void {
  span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
}

function nameOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : "error";
}
