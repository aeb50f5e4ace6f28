import { afterAll, expect, test } from "bun:test";
import { fetchBytes } from "./http-fetch.ts";

const megabyte = 1024 * 1024;
let sent = 0;
const server = Bun.serve({
  port: 0,
  fetch: ({ url }) => {
    if (url.endsWith("/gone")) return new Response("no", { status: 410 });
    if (url.endsWith("/moved")) return Response.redirect(new URL("key", url).href);
    if (url.endsWith("/elsewhere")) return Response.redirect("http://127.0.0.1:1/key");
    if (url.endsWith("/round")) return Response.redirect(url);
    if (url.endsWith("/key")) return new Response("a key");
    return new Response(
      new ReadableStream({
        async pull(body) {
          sent += megabyte;
          body.enqueue(new Uint8Array(megabyte));
          await Bun.sleep(0);
        },
      }),
    );
  },
});
afterAll(() => server.stop(true));

test("another server's data is read, and errors are explained", async () => {
  expect(new TextDecoder().decode(await fetchBytes(`${server.url}key`))).toBe("a key");
  const refusal = { kind: "unavailable", message: expect.stringContaining("status 410") };
  await expect(fetchBytes(`${server.url}gone`)).rejects.toMatchObject(refusal);
});

test("an endless response does not fill memory", async () => {
  const refusal = { kind: "unavailable", message: expect.stringContaining("more than 16 MiB") };
  await expect(fetchBytes(`${server.url}endless`)).rejects.toMatchObject(refusal);
  expect(sent).toBeLessThan(64 * megabyte);
});

test("redirects are followed only on the same server, and not forever [threat V4]", async () => {
  expect(new TextDecoder().decode(await fetchBytes(`${server.url}moved`))).toBe("a key");
  for (const [path, why] of [
    ["elsewhere", "redirects to another server, http://127.0.0.1:1"],
    ["round", "redirects more than 3 times"],
  ] as const) {
    const refusal = { kind: "unavailable", message: expect.stringContaining(why) };
    await expect(fetchBytes(`${server.url}${path}`)).rejects.toMatchObject(refusal);
  }
});
