import type { SocketAddress } from "bun";
import { AppError } from "../../errors.ts";
import type { Config } from "../../features/config.ts";
import type { Logger } from "../../platform/logger.ts";
import { isTrustedProxy } from "../../platform/trusted-proxies.ts";
import { refuse, toErrorAnswer } from "./errors.ts";
import type { App } from "./http-env.ts";

/**
 * Far above any upload: Bun would refuse with an empty body, while uploads are counted separately and refused with a
 * message.
 */
const maxRequestBodySize = 8 * 1024 ** 3;

/** Slow senders lose their connection after this many silent seconds; a route may ask for more. */
const idleTimeout = 10;

/**
 * How many seconds a request that has arrived whole may wait for its answer: longer than any statement of the database,
 * which ends with an error after 60 or, without a sign of life, 120 seconds. Otherwise Bun counts the wait as silence
 * of the sender, if the request has no body.
 */
const answerWait = 150;

/**
 * How many seconds the proxy in front may keep an idle connection: longer than the defaults of proxies (nginx 60,
 * Traefik 90, Caddy 120). A request that arrives just as its connection is closed is lost, and no proxy resends a POST,
 * so the proxy must be the one that closes. Only the proxy gets this time: Bun cannot distinguish an idle connection
 * from one that sends its next headers slowly, and only the proxy is known to send its headers promptly.
 */
const proxyRest = 130;

/** Requests in progress get this long to finish when the server stops (cli/stop-signal.ts has the total time). */
const gracePeriodMs = 3_000;

export type HttpServer = {
  port: number;
  /** Stops accepting connections, waits briefly for requests in progress, then closes the rest. */
  stop: () => Promise<void>;
};

type Place = Pick<Config, "host" | "port" | "trustProxy">;

/** Throws AppError with a message if the server cannot listen on the address. */
export function listen(app: App, place: Place, log: Logger): HttpServer {
  const server = open(app, place, log);
  return {
    port: server.port ?? place.port,
    async stop() {
      const last = setTimeout(() => server.stop(true), gracePeriodMs);
      await server.stop();
      clearTimeout(last);
    },
  };
}

function open(app: App, { host, port, trustProxy }: Place, log: Logger) {
  const isOneTooMany = watchPipelining();
  try {
    return Bun.serve({
      hostname: host,
      port,
      maxRequestBodySize,
      idleTimeout,
      development: false,
      // Without this, Bun allows a second server on the port of a production server.
      reusePort: false,
      error(error) {
        log.error({ err: error }, "an error outside of the app");
        return refuse(toErrorAnswer(error), crypto.randomUUID(), { status: 500 });
      },
      fetch(request, self) {
        const from = self.requestIP(request);
        if (isOneTooMany(from)) return new Response(null, { status: 429, headers: { Connection: "close" } });
        const address = from?.address;
        const isOfProxy = request.headers.has("x-forwarded-for") && isTrustedProxy(address, trustProxy);
        /** From the answer on. */
        let silence = isOfProxy ? proxyRest : idleTimeout;
        const allowSilence = (seconds: number) => {
          if (!isOfProxy) silence = seconds;
          self.timeout(request, seconds);
        };
        if (request.body === null) self.timeout(request, answerWait);
        const answered = (answer: Response) => {
          self.timeout(request, silence);
          return answer;
        };
        const answer = app.fetch(withWholeAddress(request), { address, allowSilence });
        return answer instanceof Response ? answered(answer) : answer.then(answered);
      },
    });
  } catch (cause) {
    throw notListening(cause, host, port);
  }
}

/**
 * If the request has no valid host, as in HTTP/1.0 (load balancers do this), Bun passes only the path as the URL, and
 * all other code would parse its first letters as scheme and host. No link is ever built from the host.
 */
function withWholeAddress(request: Request): Request {
  return request.url.startsWith("/") ? new Request(`http://localhost${request.url}`, request) : request;
}

function notListening(cause: unknown, host: string, port: number): AppError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE") {
    return new AppError(
      "unavailable",
      "port-in-use",
      "Port {port} is in use by another program. Stop that program, or choose another port with PORT.",
      { params: { port: String(port) }, cause },
    );
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    "unavailable",
    "port-unusable",
    "The server cannot listen on {host}, port {port}: {reason}.",
    {
      params: { host, port: String(port), reason },
      cause,
    },
  );
}

/**
 * Maximum number of pipelined requests; browsers, proxies and HTTP libraries wait for the answer before the next
 * request.
 */
const maxTogether = 16;

/**
 * Returns whether a request is one too many of those pipelined on one connection (RFC 9112, 9.3.2). Bun handles all of
 * them before any other connection: a megabyte of them blocked all users for seconds.
 */
function watchPipelining(): (from: SocketAddress | null) => boolean {
  let last: SocketAddress | null = null;
  let together = 0;
  let isTurnCounted = false;
  return (from) => {
    const isSame = from?.port === last?.port && from?.address === last?.address;
    together = isSame ? together + 1 : 1;
    last = from;
    if (!isTurnCounted) {
      isTurnCounted = true;
      setImmediate(() => {
        isTurnCounted = false;
        together = 0;
      });
    }
    return from !== null && together > maxTogether;
  };
}
