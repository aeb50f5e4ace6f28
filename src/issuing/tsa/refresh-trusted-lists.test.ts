import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { testAuthority } from "../../evidence/test-pki.ts";
import { printListSigner } from "../../evidence/trust-lists/list-signers.ts";
import { grantedService, printList, signList } from "../../evidence/trust-lists/test-trusted-lists.ts";
import { createLogger } from "../../platform/logger.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { refreshTrustedLists } from "./refresh-trusted-lists.service.ts";
import { listTrustedLists } from "./trusted-lists.repo.ts";

setDefaultTimeout(600_000);

const scheme = testAuthority("Scheme");
const services = [grantedService(testAuthority("Qualified").tsa.certificate)];
const issue = (sequence: number, by = scheme) =>
  signList(printList({ services, sequence }), by.seal.privateKey);

let answer: () => Response;
const state = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => answer() });
const address = `http://127.0.0.1:${state.port}/es.xml`;
const told: { address: string; error: string }[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    config: {
      trustedLists: [address],
      trustedListSigners: printListSigner(scheme.seal.certificate, ["ES"]),
    },
    deps: { log: createLogger("warn", { write: (line: string) => told.push(JSON.parse(line)) }) },
  });
});
afterAll(async () => {
  await server.stop();
  state.stop(true);
});

/** What is stored after the daily task, with what it told the operator. */
async function refresh(next: () => Response, signal?: AbortSignal) {
  answer = next;
  told.length = 0;
  await refreshTrustedLists(server.deps, signal);
  const left = readdirSync(server.deps.files.temporaryFolder).filter((name) => name.startsWith("trusted"));
  expect(left).toEqual([]);
  const rows = await listTrustedLists(server.deps.db);
  return {
    stored: rows.map(({ territory, sequence }) => `${territory} ${sequence}`),
    errors: told.map(({ error }) => error),
  };
}

test("a trusted list in the settings is brought up to date, and whatever cannot be used changes nothing", async () => {
  const list =
    (sequence: number, by = scheme) =>
    () =>
      new Response(Uint8Array.from(issue(sequence, by)));
  expect(await refresh(() => new Response("", { status: 503 }))).toEqual({
    stored: [],
    errors: [`${address} cannot be read: it answers with status 503.`],
  });
  expect(await refresh(list(7))).toEqual({ stored: ["ES 7"], errors: [] });
  expect(await refresh(list(8, testAuthority("Thief")))).toEqual({
    stored: ["ES 7"],
    errors: [
      `The trusted list ${address} can't be used: none of the given certificates signed it, or its signature was changed.`,
    ],
  });
  expect(await refresh(list(9))).toEqual({ stored: ["ES 9"], errors: [] });
  expect(await refresh(list(8))).toEqual({ stored: ["ES 9"], errors: [] });
  expect((await refresh(() => Response.redirect("http://127.0.0.2/es.xml"))).stored).toEqual(["ES 9"]);
});

test("when the server stops, nothing more is fetched, read or stored, and no warning is left", async () => {
  const stop = new AbortController();
  const endless = () => {
    stop.abort();
    return new Response(new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(1)) }));
  };
  const { stored, errors } = await refresh(endless, stop.signal);
  expect([stored, errors]).toEqual([["ES 9"], []]);
  let asked = false;
  await refresh(() => {
    asked = true;
    return new Response();
  }, stop.signal);
  expect(asked).toBe(false);
});
