import { afterAll, expect, test } from "bun:test";
import { authority } from "../../evidence/tsp/test-tokens.ts";
import { fetchCrl } from "./fetch-crl.ts";

const list = authority.crl([]);
const asked: string[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    if (pathname === "/list") return new Response(Uint8Array.from(list));
    if (pathname === "/moved") return Response.redirect("/list");
    if (pathname === "/large") return new Response(new Uint8Array(100_000));
    return new Response("hello");
  },
});
afterAll(() => server.stop(true));

const host = `127.0.0.1:${server.port}`;
const fetchFrom = (path: string, hosts = [host]) =>
  fetchCrl(`http://${host}${path}`, hosts, AbortSignal.timeout(60_000));

test("a revocation list is fetched from the host of an authority in the settings, even in a private network", async () => {
  expect((await fetchFrom("/list")).bytes).toEqual(list);
});

test("an address that a stranger's certificate names is not asked in a private network, on this machine or on system ports", async () => {
  asked.length = 0;
  await expect(fetchFrom("/list", ["tsa.example.org"])).rejects.toThrow("public internet");
  for (const address of ["http://10.0.0.1/list", "http://169.254.169.254/list", "http://8.8.8.8:22/list"])
    await expect(fetchCrl(address, [host], AbortSignal.timeout(60_000))).rejects.toThrow();
  expect(asked).toEqual([]);
});

test.each(["/large", "/moved", "/other"])("%s, which is no short list, is refused", async (path) => {
  await expect(fetchFrom(path)).rejects.toThrow();
});
