/** Test support: a block explorer (Esplora) with a blockchain that the test mines. */
import { headerBytes, readBlockHeader } from "../../evidence/bitcoin/block-header.ts";
import { mineHeaders } from "../../evidence/bitcoin/test-headers.ts";

export type TestExplorer = ReturnType<typeof startExplorer>;

/** Listens on its own port. `chain` has the headers from `state.first` on; `behavior` replaces every response. */
export function startExplorer() {
  const state: {
    first: number;
    headers: Uint8Array;
    behavior: ((path: string) => Response) | undefined;
    asked: string[];
  } = { first: 0, headers: new Uint8Array(), behavior: undefined, asked: [] };
  const tip = () => state.first + state.headers.length / headerBytes - 1;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request): Response {
      const path = new URL(request.url).pathname;
      state.asked.push(path);
      if (state.behavior) return state.behavior(path);
      if (path === "/api/blocks/tip/height") return new Response(String(tip()));
      const height = Number(/^\/api\/blocks\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
      if (!(height >= state.first && height <= tip()))
        return new Response("Block not found", { status: 404 });
      const newest = Array.from({ length: 10 }, (_, at) => height - at).filter((one) => one >= state.first);
      return Response.json(newest.map((one) => describeBlock(state.headers, one - state.first, one)));
    },
  });
  /** Replaces the chain by `count` blocks from this height on, the first with this Merkle root. */
  const mine = (height: number, merkleRoot: string, count: number) => {
    state.first = height;
    state.headers = mineHeaders(merkleRoot, count).headers;
  };
  return { url: `http://127.0.0.1:${server.port}/api`, state, mine, stop: () => server.stop(true) };
}

function describeBlock(headers: Uint8Array, at: number, height: number) {
  const bytes = Buffer.from(headers.slice(at * headerBytes, (at + 1) * headerBytes));
  const { hash, previous, merkleRoot, time, bits } = readBlockHeader(bytes);
  return {
    id: hash,
    height,
    version: bytes.readInt32LE(0),
    timestamp: time.getTime() / 1000,
    tx_count: 1,
    merkle_root: merkleRoot,
    previousblockhash: previous,
    nonce: bytes.readUInt32LE(76),
    bits,
  };
}
