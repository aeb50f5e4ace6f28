import { afterEach, expect, test } from "bun:test";
import type { TestServer } from "../http/test-server.ts";
import { newPerson, smallPdf, startWorkingServer, untilFinished, uploadFile } from "./test-documents.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
});

/** `bun run load` measures how fast the answers are while every core is busy. */
test("while long documents are stamped on every core, the server answers all the time", async () => {
  server = await startWorkingServer();
  const person = await newPerson(server);
  const documents = await Promise.all(
    ["one.pdf", "two.pdf", "three.pdf"].map((name) => uploadFile(person, name, smallPdf(3_000))),
  );
  const stamped = documents.map(async ({ id }) => {
    await person.post(`/api/documents/${id}/process`);
    return untilFinished(person, id);
  });
  const begun = performance.now();
  let isDone = false;
  const all = Promise.all(stamped).finally(() => {
    isDone = true;
  });
  const waits: number[] = [];
  while (!isDone) {
    const asked = performance.now();
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200);
    waits.push(performance.now() - asked);
    await Bun.sleep(10);
  }
  expect((await all).map(({ status }) => status)).toEqual(["completed", "completed", "completed"]);
  waits.sort((one, other) => one - other);
  expect(waits.length).toBeGreaterThan(10);
  expect(waits[Math.floor(waits.length / 2)]).toBeLessThan((performance.now() - begun) / 10);
});
