import type { Config } from "../config.ts";
import type { App } from "./app.ts";

/**
 * Far above any upload: Bun would refuse with an empty body, while uploads count for themselves and refuse
 * with a sentence.
 */
const maxRequestBodySize = 8 * 1024 ** 3;

/** Slow senders lose their socket after this many silent seconds; a route may ask for more. */
const idleTimeout = 10;

export type HttpServer = { port: number; stop: () => Promise<void> };

/** Listens. Throws what the system says when the port cannot be had. */
export function listen(app: App, config: Pick<Config, "host" | "port">): HttpServer {
  const server = Bun.serve({
    hostname: config.host,
    port: config.port,
    maxRequestBodySize,
    idleTimeout,
    fetch: (request, self) =>
      app.fetch(request, {
        address: self.requestIP(request)?.address,
        allowSilence: (seconds: number) => self.timeout(request, seconds),
      }),
  });
  return { port: server.port ?? config.port, stop: () => server.stop() };
}
