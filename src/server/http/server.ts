import type { SocketAddress } from "bun";
import { AppError } from "../../errors.ts";
import type { Config } from "../../features/config.ts";
import type { Log } from "../../platform/log.ts";
import { refuse, toErrorAnswer } from "./errors.ts";
import type { App } from "./http-env.ts";

/**
 * Far above any upload: Bun would refuse with an empty body, while uploads count for themselves and refuse
 * with a sentence.
 */
const maxRequestBodySize = 8 * 1024 ** 3;

/** Slow senders lose their socket after this many silent seconds; a route may ask for more. */
const idleTimeout = 10;

/**
 * So many seconds the proxy in front may keep a connection between two requests: longer than proxies do by themselves
 * (nginx 60, Traefik 90, Caddy 120). A request that comes just as its connection is closed is lost, and no proxy
 * sends a POST twice; so it has to be the proxy that closes. Nobody else gets it: to Bun a connection at rest and one
 * that dribbles its next head are the same, and only of the proxy is it known that it sends heads as a whole.
 */
const proxyRest = 130;

/** Requests under way get this long to finish once the server stops (commands/stop-signal.ts has the whole time). */
const gracePeriodMs = 3_000;

export type HttpServer = {
  port: number;
  /** Takes no new connection, waits a little for requests under way, then closes what is left. */
  stop: () => Promise<void>;
};

type Place = Pick<Config, "host" | "port" | "trustProxy">;

/** Throws AppError with a sentence if the server cannot listen on the address. */
export function listen(app: App, place: Place, log: Log): HttpServer {
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

function open(app: App, { host, port, trustProxy }: Place, log: Log) {
  const isOneTooMany = watchPipelining();
  try {
    return Bun.serve({
      hostname: host,
      port,
      maxRequestBodySize,
      idleTimeout,
      development: false,
      // Without this Bun lets a second server onto the port of one that is not for development.
      reusePort: false,
      error(error) {
        log.error({ err: error }, "a fault outside the app");
        return refuse(toErrorAnswer(error), crypto.randomUUID(), { status: 500 });
      },
      fetch(request, self) {
        const from = self.requestIP(request);
        if (isOneTooMany(from)) return new Response(null, { status: 429, headers: { Connection: "close" } });
        const address = from?.address;
        const allowSilence = (seconds: number) => self.timeout(request, seconds);
        const isOfProxy = trustProxy && request.headers.has("x-forwarded-for");
        const answered = (answer: Response) => {
          if (isOfProxy) self.timeout(request, proxyRest);
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
 * Without a host that can be one, as HTTP/1.0 may ask (load balancers do), Bun gives the path alone as address, in
 * which everybody else takes the first letters for scheme and host. No link is ever built from the host.
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
      "Port {port} is in use by another program. Stop that one, or choose another port with PORT.",
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

/** So many are answered; browsers, proxies and what programs call with never send a second one before the answer. */
const maxTogether = 16;

/**
 * Tells of each request whether it is one too many of those that came together on one connection (RFC 9112, 9.3.2).
 * Bun hands all of them on before it looks at any other connection: a megabyte of them held everybody up for seconds.
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
