/** Test support: an external witness that accepts every checkpoint and can be made to fail. */

import { createSigningKey } from "../../evidence/signing-key.ts";
import { parseAddCheckpoint } from "../../evidence/tlog/add-checkpoint.ts";
import { buildVerifier, cosign } from "../../evidence/tlog/sign-note.ts";
import { parseNote } from "../../evidence/tlog/signed-note.ts";

export const keyOf = (seed: number) => createSigningKey((bytes) => new Uint8Array(bytes).fill(seed));

type Behavior = (text: string) => Response;

/** Listens on its own port. Answers 409 if the old size in a request is not the size it saw last. */
export function startWitness(name = "witness.example/w1", signingKey = keyOf(7)) {
  const state: { behavior: Behavior | undefined; asked: string[]; size: number } = {
    behavior: undefined,
    asked: [],
    size: 0,
  };
  const line = (text: string, time = Math.floor(Date.now() / 1_000)) => cosign(text, name, signingKey, time);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const asked = await request.text();
      state.asked.push(asked);
      const parsed = parseAddCheckpoint(asked);
      const text = parsed && parseNote(parsed.checkpoint)?.text;
      const isRight = request.method === "POST" && new URL(request.url).pathname === "/w/add-checkpoint";
      if (!isRight || !parsed || text === undefined) return new Response("", { status: 400 });
      if (state.behavior) return state.behavior(text);
      if (parsed.oldSize !== state.size) return wrongSize(`${state.size}\n`);
      state.size = Number(text.split("\n")[1]);
      return new Response(line(text));
    },
  });
  const setting = { key: buildVerifier(name, signingKey, 4), url: `http://127.0.0.1:${server.port}/w` };
  return { setting, state, line, stop: () => server.stop(true) };
}

export const wrongSize = (body: string) =>
  new Response(body, { status: 409, headers: { "content-type": "text/x.tlog.size" } });
