/** Where traces go: a collector that takes OTLP over HTTP. */
export type TracingSettings = {
  /** Without `/v1/traces`. */
  endpoint: string;
  /** Sent with every request to it, such as for a key. */
  headers: Readonly<Record<string, string>>;
};

/**
 * Parses `name=value,name=value`, with values in URL encoding, as OpenTelemetry's OTEL_EXPORTER_OTLP_HEADERS. Undefined
 * for anything else.
 */
export function parseTracingHeaders(text: string): Record<string, string> | undefined {
  const headers = new Headers();
  for (const pair of text.split(",")) {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(.+?)\s*$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return undefined;
    try {
      headers.append(name, decodeURIComponent(value));
    } catch {
      return undefined;
    }
  }
  return Object.fromEntries(headers);
}
