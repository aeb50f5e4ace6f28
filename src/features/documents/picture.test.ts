import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import sharp from "sharp";
import type { TestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  temporaryFilesOf,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  server = await startWorkingServer();
  owner = await newPerson(server);
});
afterAll(() => server.stop());

async function getPicture(client: TestClient, id: string, query = "") {
  const address = `${server.origin}/api/documents/${id}/picture${query}`;
  const answer = await fetch(address, { headers: { cookie: client.cookie() } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Width, height, and whether a pixel is darker than white. */
async function look(bytes: Buffer) {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, hasInk: data.some((value) => value < 128) };
}

const page = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
trailer<</Size 4/Root 1 0 R>>
%%EOF
`;

test("page one is shown without the stamp before stamping and with it afterward, large and small", async () => {
  const { id } = await uploadFile(owner, "empty.pdf", new TextEncoder().encode(page));
  const before = await getPicture(owner, id);
  expect(before.headers.get("content-type")).toBe("image/webp");
  expect(before.headers.get("cache-control")).toBe("private, no-store");
  expect(await look(before.bytes)).toEqual({ width: 928, height: 1200, hasInk: false });
  await processFile(owner, id);
  expect(await look((await getPicture(owner, id)).bytes)).toEqual({ width: 928, height: 1200, hasInk: true });
  await until("the temporary files are gone", () => temporaryFilesOf(server).length === 0);
  const small = await look((await getPicture(owner, id, "?size=small")).bytes);
  expect(small).toMatchObject({ width: 149, height: 192 });
  expect((await getPicture(owner, id, "?size=huge")).status).toBe(400);
});

test("a photograph is shown upright and without its metadata", async () => {
  const photo = await sharp({ create: { width: 1600, height: 800, channels: 3, background: "#808080" } })
    .withExif({ IFD0: { Make: "Camera", Orientation: "6" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { id } = await uploadFile(owner, "photo.jpg", photo);
  const { bytes } = await getPicture(owner, id);
  const { width, height, exif } = await sharp(bytes).metadata();
  expect({ width, height, exif }).toEqual({ width: 600, height: 1200, exif: undefined });
});

test("no one else gets the picture, and it is deleted with the document", async () => {
  const { id } = await uploadFile(owner, "lease.pdf", smallPdf(1));
  expect((await getPicture(owner, id)).status).toBe(200);
  const other = await newPerson(server);
  expect((await getPicture(other, id)).status).toBe(404);
  expect((await fetch(`${server.origin}/api/documents/${id}/picture`)).status).toBe(401);
  await owner.send("DELETE", `/api/documents/${id}`);
  expect((await getPicture(owner, id)).status).toBe(404);
});
