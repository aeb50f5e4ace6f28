import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import sharp from "sharp";
import { rateLimits } from "../../../db/schema.ts";
import { TooSlow } from "../../errors.ts";
import { readSerialNumber } from "../../evidence/serial-number.ts";
import { unknownSerialNumber } from "../../formats/stamp/stamp.ts";
import { taskMessages } from "../../platform/jobs/tasks.ts";
import { sharedWorkers } from "../../platform/jobs/test-workers.ts";
import type { Workers } from "../../platform/jobs/worker-pool.ts";
import type { LimitName } from "../../platform/rate-limits.ts";
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
import { findDocument } from "./documents.repo.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let owner: TestClient;
/** The task that takes too long at the moment. */
let slowTask: "stamp" | "picture" | undefined;

/** The children, except that a task can take too long. */
function buildWorkers(): Workers {
  const all = sharedWorkers();
  return {
    size: all.size,
    keepWarm: () => all.keepWarm(),
    expectTask: () => all.expectTask(),
    run: (name, ...rest) => {
      if (name === slowTask) throw new TooSlow(taskMessages.tooSlow);
      return all.run(name, ...rest);
    },
    stop: () => all.stop(),
  };
}

beforeAll(async () => {
  server = await startWorkingServer({ deps: { workers: buildWorkers() } });
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

/** Where a preview of the empty page is not white: the part of its width and of its height where that begins. */
async function findStamp(id: string, query: string) {
  const { status, bytes } = await getPicture(owner, id, `?of=preview${query}`);
  expect(status).toBe(200);
  const { info } = await sharp(bytes)
    .trim({ background: "white", threshold: 8 })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = await sharp(bytes).metadata();
  return { left: -(info.trimOffsetLeft ?? 0) / width, top: -(info.trimOffsetTop ?? 0) / height };
}

test("a preview shows the stamp where it will be, and the document stays unstamped", async () => {
  const { id } = await uploadFile(owner, "empty.pdf", new TextEncoder().encode(page));
  expect((await findStamp(id, "")).left).toBeGreaterThan(0.8);
  const low = await findStamp(id, "&position=bottom-left&language=es");
  expect(low.left).toBeLessThan(0.2);
  expect(low.top).toBeGreaterThan(0.8);
  expect((await findStamp(id, "&position=top-left")).top).toBeLessThan(0.2);
  expect((await getPicture(owner, id, "?of=preview&position=middle")).status).toBe(400);
  const { body } = await owner.get(`/api/documents/${id}`);
  expect(body).toMatchObject({ status: "uploaded", serialNumber: null });
  await until("the temporary files are gone", () => temporaryFilesOf(server).length === 0);
});

test("the preview of a photograph has the strip with the stamp next to it", async () => {
  const photo = await sharp({ create: { width: 1600, height: 800, channels: 3, background: "#808080" } })
    .jpeg()
    .toBuffer();
  const { id } = await uploadFile(owner, "photo.jpg", photo);
  const { width, height } = await sharp((await getPicture(owner, id, "?of=preview")).bytes).metadata();
  expect(width / height).toBeGreaterThan(2);
});

test("a preview has dots in place of a serial number, and one that takes too long counts as a document that does [threat F20]", async () => {
  expect(readSerialNumber(unknownSerialNumber)).toBeUndefined();
  const person = await newPerson(server);
  const { id } = await uploadFile(person, "slow.pdf", smallPdf(1));
  await allowOneTimeOut("timeOutsPerAccount", id);
  slowTask = "stamp";
  expect((await getPicture(person, id, "?of=preview")).status).toBe(404);
  slowTask = undefined;
  expect((await getPicture(person, id, "?of=preview&position=top-left")).status).toBe(429);
  expect((await getPicture(person, id)).status).toBe(200);
});

test("after a few pages that take too long to draw, an account waits for more pictures, but not for stamps [threat F20]", async () => {
  const person = await newPerson(server);
  const { id } = await uploadFile(person, "slow.pdf", smallPdf(1));
  await allowOneTimeOut("pictureTimeOutsPerAccount", id);
  slowTask = "picture";
  expect((await getPicture(person, id)).status).toBe(404);
  slowTask = undefined;
  expect((await getPicture(person, id, "?size=small")).status).toBe(429);
  await processFile(person, id);
  expect((await getPicture(owner, (await uploadFile(owner, "lease.pdf", smallPdf(1))).id)).status).toBe(200);
});

async function allowOneTimeOut(limit: LimitName, id: string): Promise<void> {
  const { db, now, config } = server.deps;
  const bucket = `${limit}:${(await findDocument(db, id))?.userId}`;
  const count = 5 * config.rateLimitFactor - 1;
  await db
    .insert(rateLimits)
    .values({ bucket, count, windowEndsAt: new Date(now() + 3_600_000) })
    .run();
}
