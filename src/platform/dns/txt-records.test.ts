import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { startTestDnsServer, type TestDnsServer } from "../../testing/test-dns-server.ts";
import { readTxtRecords } from "./txt-records.ts";

setDefaultTimeout(600_000);

let dns: TestDnsServer;
beforeAll(async () => {
  dns = await startTestDnsServer();
});
afterAll(() => dns.stop());

const read = (name: string) => readTxtRecords(name, dns.address);

test("records are read, also behind an alias", async () => {
  const long = "x".repeat(255);
  dns.answers.set("a.example.com", { txt: ["one", long] });
  dns.answers.set("b.example.com", { alias: "records.example.net", txt: ["two"] });
  expect(await read("a.example.com")).toEqual({ strings: ["one", long] });
  expect(await read("b.example.com")).toEqual({ strings: ["two"] });
});

test("a name without such records has none, whether it exists or not", async () => {
  dns.answers.set("empty.example.com", { txt: [] });
  expect(await read("empty.example.com")).toEqual({ strings: [] });
  expect(await read("unknown.example.com")).toEqual({ strings: [] });
});

test("an answer that is too large for UDP is read over TCP", async () => {
  const texts = Array.from({ length: 200 }, (_, index) => `${index}-${"y".repeat(250)}`);
  dns.answers.set("large.example.com", { txt: texts });
  expect(await read("large.example.com")).toEqual({ strings: texts });
  expect(dns.asked.filter(({ name }) => name === "large.example.com").map(({ over }) => over)).toEqual([
    "udp",
    "tcp",
  ]);
});

test.each([
  ["an error of the server", { code: 2 }],
  ["a refusal", { code: 5 }],
  ["silence", "silent"],
  ["an answer that never ends", "dripping"],
  ["an answer to another question", "astray"],
] as const)("%s says nothing about the records", async (_, answer) => {
  dns.answers.set("broken.example.com", answer);
  expect(await read("broken.example.com")).toBe("unreachable");
});
