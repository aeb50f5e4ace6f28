import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, smallPdf, temporaryFilesOf } from "../../testing/test-documents.ts";
import { forTwoSeconds } from "../../testing/test-properties.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";

let server: TestServer;
let person: TestClient;
beforeAll(async () => {
  server = await startTestServer({ config: { maxUploadMb: 1, maxUploadBytes: 1024 * 1024 } });
  person = await newPerson(server);
});
afterAll(() => server.stop());

const anyBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("latin1"));
const words = fc.constantFrom(
  ...["--b", "--b--", "--", "b", "\r\n", "\n", "\r\n\r\n", ":", ";", "=", '"', "\0", "%PDF-1.7\n", "file"],
  ...['Content-Disposition: form-data; name="file"; filename="a.pdf"', "Content-Disposition: form-data"],
  ...['; name="file"', '; filename="a.pdf"', "; filename*=UTF-8''%ff%00.pdf", '; filename="../../a.pdf"'],
  ...["Content-Type: multipart/mixed; boundary=c", "Content-Transfer-Encoding: base64", "--c"],
  ...[
    "x".repeat(20_000),
    "a: b\r\n".repeat(100),
    '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n'.repeat(30),
  ],
);
const pieces = fc.array(fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: anyBytes }), {
  maxLength: 12,
});

const partHead = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;
const soundForm = [
  `${partHead("ownershipConfirmed")}\r\n\r\ntrue\r\n`,
  `${partHead("file")}; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  Buffer.from(smallPdf()).toString("latin1"),
  "\r\n--b--\r\n",
].join("");

/** A valid form with something cut out or inserted. */
const nearlySound = fc
  .tuple(fc.nat(soundForm.length), fc.nat(40), pieces)
  .map(([at, cut, between]) => soundForm.slice(0, at) + between.join("") + soundForm.slice(at + cut));

const contentTypes = fc.oneof(
  { weight: 6, arbitrary: fc.constant("multipart/form-data; boundary=b") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=c"],
      ...[
        `multipart/form-data; boundary=${"b".repeat(5_000)}`,
        'multipart/form-data; boundary="b',
        "multipart/mixed",
      ],
    ),
  },
);

const rows = () => Number(sqlOf(server.deps.db).prepare("SELECT count(*) FROM documents").pluck().get());

/** The body in two chunks, as it may arrive from a network. */
function buildBody(bytes: Buffer, cut: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(stream) {
      stream.enqueue(bytes.subarray(0, cut));
      queueMicrotask(() => {
        stream.enqueue(bytes.subarray(cut));
        stream.close();
      });
    },
  });
}

test("any form is accepted or refused with a message, and no partial file is left [threat F5]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        nearlySound,
        pieces.map((all) => all.join("")),
      ),
      contentTypes,
      fc.nat(1_000),
      async (form, contentType, cut) => {
        const before = rows();
        const answer = await person.send("POST", "/api/documents/upload", {
          body: buildBody(Buffer.from(form, "latin1"), cut),
          headers: { "content-type": contentType },
        });
        expect([200, 400, 413, 415]).toContain(answer.status);
        if (answer.status !== 200) expect(answer.body.message).toMatch(/^[A-Z].*\.?$/);
        expect(rows() - before).toBe(answer.status === 200 ? 1 : 0);
        expect(temporaryFilesOf(server)).toEqual([]);
      },
    ),
    forTwoSeconds(),
  );
});
