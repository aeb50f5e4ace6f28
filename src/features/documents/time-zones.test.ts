import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { unpacked } from "../../evidence/pack/test-unpacked.ts";
import { pageTexts } from "../../testing/inspect.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  findFile,
  newPerson,
  processFile,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

/** November 27 in Chicago, November 28 in Madrid and Kathmandu. */
const lateInChicago = Date.parse("2026-11-28T05:30:00Z");
const inMadrid = "November 28, 2026, 6:30:00 AM GMT+1";
const inKathmandu = "November 28, 2026, 11:15:00 AM GMT+5:45";

let server: TestServer;
let person: TestClient;
beforeAll(async () => {
  server = await startWorkingServer({
    config: { timeZone: "Europe/Madrid" },
    deps: { now: () => lateInChicago },
  });
});
afterAll(() => server.stop());

const visitor = () => createTestClient(server.origin);
const choose = (timeZone: unknown) => person.post("/api/auth/time-zone", { timeZone });

async function stampOne(): Promise<{ id: string; serialNumber: string }> {
  const { id } = await uploadFile(person);
  const { serialNumber } = await processFile(person, id, { position: "top-right" });
  return { id, serialNumber: serialNumber ?? "" };
}

/** Everything that is printed on a file of the document, as one line. */
async function printedOn(area: "stamped" | "certificates", id: string): Promise<string> {
  const { dataDir } = server.deps.config;
  const texts = await pageTexts(join(dataDir, findFile(dataDir, area, id)));
  return texts.join(" ").replace(/\s+/g, " ");
}

const zoneOnRecord = async (serialNumber: string) =>
  (await visitor().get(`/api/verify/${serialNumber}`)).body.timeZone;

async function readmeFor(id: string): Promise<string> {
  const headers = { cookie: person.cookie() };
  const pack = await fetch(`${server.origin}/api/documents/${id}/evidence`, { headers });
  return unpacked(await pack.bytes(), ({ readme }) => readme.replace(/\s+/g, " "));
}

test("stamp, certificate, record and pack have the zone of the account, and keep it when it chooses another", async () => {
  person = await newPerson(server);
  const first = await stampOne();
  expect((await choose("Asia/Kathmandu")).body.timeZone).toBe("Asia/Kathmandu");
  const second = await stampOne();
  expect((await choose("America/Chicago")).status).toBe(200);
  const third = await stampOne();
  expect((await choose(null)).body.timeZone).toBeNull();
  const zones = [first, second, third].map(({ serialNumber }) => zoneOnRecord(serialNumber));
  expect(await Promise.all(zones)).toEqual(["Europe/Madrid", "Asia/Kathmandu", undefined]);
  for (const area of ["stamped", "certificates"] as const) {
    expect(await printedOn(area, first.id)).toContain("6:30:00 AM GMT+1");
    expect(await printedOn(area, second.id)).toContain("11:15:00 AM GMT+5:45");
    expect(await printedOn(area, third.id)).toContain("11:30:00 PM CST (UTC−6)");
    expect(await printedOn(area, second.id)).not.toContain("November 27");
  }
  expect(await readmeFor(second.id)).toContain(`on ${inKathmandu} (2026-11-28 05:30:00 UTC)`);
});

test("an account cannot choose a zone that no one knows", async () => {
  person = await newPerson(server);
  for (const wrong of ["Nowhere/Land", "+01:00", "", 5]) expect((await choose(wrong)).status).toBe(400);
});

test("a timeline has its own zone, and that of the stamp for each document; so has an acknowledgement", async () => {
  person = await newPerson(server);
  await choose("Asia/Kathmandu");
  const { id } = await stampOne();
  await choose(null);
  const project = `/api/projects/${(await person.post("/api/projects", { name: "House" })).body.id}`;
  await person.post(`${project}/entries`, { ids: [id] });
  const timeline = await person.post(`${project}/timeline`, {});
  const printed = await printedOn("stamped", String(timeline.body.id));
  expect(printed).toContain(`${inKathmandu} (November 28, 2026, 5:30:00 AM UTC)`);
  expect(printed).toContain(`Made on ${inMadrid}`);

  const asked = await person.post(`${project}/acknowledgements`, { email: "bob@example.org", name: "Bob" });
  const token = /#(.*)$/.exec(String(asked.body.url))?.[1];
  const open = async () => JSON.parse((await visitor().post("/api/share/open", { token })).text).project;
  const { list } = await open();
  const given = await visitor().post("/api/share/acknowledge", { token, list, name: "Bob" });
  expect(given.body).toMatchObject({ name: "Bob", timeZone: "Europe/Madrid" });
  expect((await open()).acknowledgement.timeZone).toBe("Europe/Madrid");
  expect((await open()).entries[0].timeZone).toBe("Asia/Kathmandu");
  const [share] = JSON.parse((await person.get(`${project}/shares`)).text);
  expect(share.acknowledgement.timeZone).toBe("Europe/Madrid");
});
