/** Test support: an external OpenTimestamps calendar that can be made to fail. */
import {
  buildPromise,
  commitmentOf,
  confirmationOf,
  toHex,
} from "../../evidence/opentimestamps/test-proofs.ts";

export type TestCalendar = ReturnType<typeof startCalendar>;

/** Listens on its own port. `behavior` replaces every response; `block` is the block that confirms everything. */
export function startCalendar() {
  const state: {
    behavior: ((path: string, body: Uint8Array) => Response | Promise<Response>) | undefined;
    block: number | undefined;
    asked: string[];
  } = { behavior: undefined, block: undefined, asked: [] };
  const known = new Map<string, Uint8Array>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request): Promise<Response> {
      const path = new URL(request.url).pathname;
      const body = await request.bytes();
      state.asked.push(`${request.method} ${path}`);
      if (state.behavior) return state.behavior(path, body);
      if (request.method === "POST" && path === "/digest" && body.length === 32) {
        const commitment = commitmentOf(body);
        known.set(toHex(commitment), commitment);
        return new Response(Uint8Array.from(buildPromise(body, url)));
      }
      const commitment = known.get(path.replace("/timestamp/", ""));
      if (!commitment) return new Response("Not found", { status: 404 });
      if (state.block === undefined)
        return new Response("Pending confirmation in Bitcoin blockchain", { status: 404 });
      return new Response(Uint8Array.from(confirmationOf(commitment, state.block)));
    },
  });
  const url: string = `http://127.0.0.1:${server.port}`;
  return { url, state, stop: () => server.stop(true) };
}
