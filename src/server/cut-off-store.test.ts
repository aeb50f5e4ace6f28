import { expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { S3Objects } from "../platform/files/s3-objects.ts";
import { createLogger } from "../platform/logger.ts";
import { startObjectStore } from "../testing/object-store.ts";
import { newPerson, startWorkingServer, untilFinished, uploadFile } from "../testing/test-documents.ts";
import { openTestLine } from "../testing/test-line.ts";
import { startPostgres } from "../testing/test-postgres.ts";
import { makeTestFolder } from "../testing/test-server.ts";
import { until } from "../testing/test-waiting.ts";

setDefaultTimeout(600_000);

test("a server that is cut off from the store answers, but takes no documents; other servers go on, and it helps again once the store answers [threat R7]", async () => {
  const [postgres, store] = await Promise.all([startPostgres(), startObjectStore()]);
  const s3 = store.newBucket();
  await new S3Objects(s3).ensureBucket();
  const line = await openTestLine(s3.endpoint ?? "");
  const folders = [makeTestFolder(), makeTestFolder()];
  const databaseUrl = postgres.makeDatabase("cut-off");
  const keysSecret = { current: "the secret that the operator made with openssl", previous: undefined };
  const lines: string[] = [];
  const start = (dataDir = "", endpoint = s3.endpoint, write = (_: string) => {}) =>
    startWorkingServer({
      config: { dataDir, databaseUrl, keysSecret, s3: { ...s3, endpoint } },
      deps: { log: createLogger("info", { write: (line: string) => write(line) }) },
    });
  try {
    const first = await start(folders[0]);
    const cutOff = await start(folders[1], line.url.replace(/\/$/, ""), (text) => lines.push(text));
    const stamp = async (origin: string) => {
      const person = await newPerson({ ...first, origin });
      const { id } = await uploadFile(person);
      expect((await person.post(`/api/documents/${id}/process`)).status).toBe(200);
      return (await untilFinished(person, id)).status;
    };
    const inLog = (text: string) => lines.filter((line) => line.includes(text)).length;

    const stampSix = async () => {
      const statuses = await Promise.all(Array.from({ length: 6 }, () => stamp(first.origin)));
      expect(statuses).toEqual(Array(6).fill("completed"));
    };

    const owner = await newPerson(cutOff);
    const { id } = await uploadFile(owner);

    line.cut();
    // Its files are removed later.
    expect((await owner.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
    // As long as the last answer of the store is recent, the server that is cut off may take a document and fail.
    while (inLog("the stored files cannot be reached") === 0) await stampSix();
    const failures = inLog("a job failed");
    await stampSix();
    expect(inLog("a job failed")).toBe(failures);
    // It still reaches the database.
    await newPerson(cutOff);

    line.mend();
    await first.stop();
    expect(await stamp(cutOff.origin)).toBe("completed");
    await until("the log says it", () => inLog("the stored files can be reached again") === 1);
    await cutOff.stop();
  } finally {
    await line.close();
    await Promise.all([store.stop(), postgres.stop()]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});
