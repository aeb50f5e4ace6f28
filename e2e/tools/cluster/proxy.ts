import type { ClusterServer } from "./server.ts";

export type LoadBalancer = {
  origin: string;
  /** Answers that neither a kill nor an outage excuses. */
  faults: string[];
  /** How often, outside of an outage, a server said that PostgreSQL did not answer in time. */
  silences: number;
  /** Must be called before PostgreSQL or the store is stopped, and `endOutage` once it answers again. */
  beginOutage: () => void;
  endOutage: () => void;
  stop: () => Promise<void>;
};

const timeoutMs = 300_000;
const unavailable = 503;
/** The status with which a proxy answers when its server ends during an answer. */
const badGateway = 502;

/**
 * A load balancer that sends each request to the next server that is up, and never repeats one. A server that is alive
 * must answer, and not with 5xx; only while PostgreSQL or the store is unavailable may it answer 503 with a message. On
 * a machine that is busy enough PostgreSQL is silent without an outage: those answers are counted.
 */
export function startLoadBalancer(servers: ClusterServer[], port: number): LoadBalancer {
  const faults: string[] = [];
  let silences = 0;
  let turn = 0;
  let outages = 0;
  let isOutage = false;

  const nextServer = async (): Promise<{ server: ClusterServer; origin: string }> => {
    for (;;) {
      for (let tries = 0; tries < servers.length; tries += 1) {
        turn = (turn + 1) % servers.length;
        const server = servers[turn];
        if (server?.origin !== undefined) return { server, origin: server.origin };
      }
      await Bun.sleep(20);
    }
  };

  const forward = async (request: Request, caller: string): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const body = await request.arrayBuffer();
    const { server, origin } = await nextServer();
    const [life, outagesBefore, wasOutage] = [server.kills, outages, isOutage];
    const call = `${request.method} ${pathname} at ${server.name}`;
    const headers = new Headers(request.headers);
    headers.set("x-forwarded-for", caller);
    headers.set("x-forwarded-host", request.headers.get("host") ?? "");
    try {
      const answer = await fetch(`${origin}${pathname}${search}`, {
        method: request.method,
        headers,
        redirect: "manual",
        keepalive: false,
        decompress: false,
        ...(body.byteLength > 0 && { body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = await answer.arrayBuffer();
      const mayBeAway = isOutage || wasOutage || outages !== outagesBefore;
      if (answer.status >= 500 && !(answer.status === unavailable && mayBeAway)) {
        const text = new TextDecoder().decode(bytes);
        if (answer.status === unavailable && text.includes('"code":"database-away"')) silences += 1;
        else faults.push(`${call} answered ${answer.status}: ${text.slice(0, 300)}`);
      }
      return new Response([204, 304].includes(answer.status) ? null : bytes, answer);
    } catch (error) {
      if (server.kills === life) {
        faults.push(
          `${call} failed, and nobody had killed it: ${error instanceof Error ? error.message : error}`,
        );
      }
      return new Response("The server ended.", { status: badGateway });
    }
  };

  const proxy = Bun.serve({
    port,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    maxRequestBodySize: 100_000_000,
    fetch: (request, server) => forward(request, server.requestIP(request)?.address ?? "127.0.0.1"),
  });
  return {
    origin: `http://localhost:${proxy.port}`,
    faults,
    get silences() {
      return silences;
    },
    beginOutage() {
      isOutage = true;
      outages += 1;
    },
    endOutage() {
      isOutage = false;
    },
    stop: () => proxy.stop(true),
  };
}
