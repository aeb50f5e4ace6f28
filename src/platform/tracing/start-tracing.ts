import { context, DiagLogLevel, diag, SpanKind, SpanStatusCode, type Tracer } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Logger } from "../logger.ts";
import { type RunInSpan, recordSpansBy, type SpanFacts } from "./spans.ts";
import type { TracingSettings } from "./tracing-settings.ts";

/** How long a collector that does not answer may delay the end of the server. */
const shutdownMs = 1_000;

export type Tracing = {
  /** Sends what is left. Never rejects: what a collector does not take is lost. */
  stop: () => Promise<void>;
};

/**
 * From now on, spans of this process go to the collector, in the background. While it does not answer, they are dropped
 * and a warning is logged. `service`: the attributes that name this server.
 */
export function startTracing(
  { endpoint, headers }: TracingSettings,
  service: { name: string; version: string; instance: string },
  log: Logger,
): Tracing {
  const warn = (message: string) => log.warn({ reason: message }, "traces cannot be sent");
  const silent = () => {};
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN },
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": service.name,
      "service.version": service.version,
      "service.instance.id": service.instance,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers } }),
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  recordSpansBy(recordedBy(provider.getTracer(service.name)));
  return {
    stop: () =>
      Promise.race([provider.shutdown(), Bun.sleep(shutdownMs)]).catch((error) => warn(String(error))),
  };
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanFacts["kind"], SpanKind>;

const recordedBy =
  (tracer: Tracer): RunInSpan =>
  (name, { kind, attributes, root }, work) => {
    const options = { kind: kinds[kind], ...(attributes && { attributes }), ...(root && { root }) };
    return tracer.startActiveSpan(name, options, async (span) => {
      try {
        return await work({
          rename: (name) => void span.updateName(name),
          set: (attributes) => void span.setAttributes(attributes),
          mark: (event) => void span.addEvent(event),
          fail: (type) =>
            void span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR }),
        });
      } finally {
        span.end();
      }
    });
  };
