import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { readUploadForm } from "./multipart.ts";

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7';

/** A form that starts and never continues, as from a stalled connection. */
function unendingForm(): Request {
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(head)) });
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  return new Request("http://localhost/", { method: "POST", body, headers });
}

const wholeForm = () =>
  new Request("http://localhost/", {
    method: "POST",
    body: `${head}\r\n--b--\r\n`,
    headers: { "content-type": "multipart/form-data; boundary=b" },
  });

test("an upload that takes too long is refused with a message, and nothing of it is kept [threat F3]", async () => {
  const seen: string[] = [];
  const taker = {
    async receive(stream: AsyncIterable<Uint8Array>) {
      seen.push("begun");
      for await (const chunk of stream) seen.push(`${chunk.length} bytes`);
      seen.push("received");
    },
    discard: async () => undefined,
  };
  await expect(readUploadForm(unendingForm(), taker, 200)).rejects.toMatchObject({
    kind: "invalid",
    message: "The upload took too long. Please try again with a faster connection.",
  });
  expect(seen).not.toContain("received");
  expect(seen).toContain("begun");
});

test("a finished upload leaves nothing in memory, however long its time limit was", async () => {
  const taker = {
    receive: (stream: AsyncIterable<Uint8Array>) => Array.fromAsync(stream),
    discard: async () => undefined,
  };
  const requestsHeld = () => {
    Bun.gc(true);
    return heapStats().objectTypeCounts.Request ?? 0;
  };
  const before = requestsHeld();
  for (let count = 0; count < 60; count += 1) await readUploadForm(wholeForm(), taker, 60_000);
  await Bun.sleep(0);
  expect(requestsHeld() - before).toBeLessThan(30);
});
