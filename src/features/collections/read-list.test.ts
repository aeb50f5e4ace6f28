import { expect, spyOn, test } from "bun:test";
import type { Workers } from "../../platform/jobs/worker-pool.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { makeFiles } from "../../testing/test-collections.ts";
import { newPerson, startWorkingServer } from "../../testing/test-documents.ts";
import { findFileIssues } from "./read-list.ts";

test("the checks of a list stop at the first hundred mistakes, however many files follow [threat B13]", () => {
  let looked = 0;
  const wrong = {
    get name() {
      looked += 1;
      return "/";
    },
    size: -1,
    sha256: "x",
  };
  const issues = findFileIssues(Array(50_000).fill(wrong));
  expect(issues.length).toBeGreaterThanOrEqual(100);
  expect(issues.length).toBeLessThan(110);
  expect(looked).toBeLessThan(100);
  expect(issues[0]?.path).toEqual(["files", 0, "name"]);
});

test("a list with too many files is refused without a look at any of them", () => {
  const unread = Array.from({ length: 50_001 }, () => ({
    get name(): string {
      throw new Error("read");
    },
  }));
  expect(findFileIssues(unread)).toHaveLength(1);
});

test("while a list is read, the server answers everyone else, and never parses it itself [threat B13]", async () => {
  const server = await startWorkingServer();
  try {
    const { workers } = server.deps;
    const asked = Promise.withResolvers<void>();
    const continued = Promise.withResolvers<void>();
    const run: Workers["run"] = async (name, ...rest) => {
      if (name === "collection-list") {
        asked.resolve();
        await continued.promise;
      }
      return workers.run(name, ...rest);
    };
    server.deps.workers = Object.create(workers, { run: { value: run } });
    const owner = await newPerson(server);
    const parse = spyOn(JSON, "parse");
    const sent = owner.post("/api/collections", { title: "Shoot", files: makeFiles(2_000) });
    await asked.promise;
    expect((await createTestClient(server.origin).get("/api/health")).status).toBe(200);
    expect((await owner.get("/api/documents")).status).toBe(200);
    continued.resolve();
    expect((await sent).status).toBe(200);
    const longest = Math.max(...parse.mock.calls.map(([text]) => String(text).length));
    parse.mockRestore();
    server.deps.workers = workers;
    expect(longest).toBeLessThan(100_000);
  } finally {
    await server.stop();
  }
});
