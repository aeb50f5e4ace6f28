import { expect, test } from "bun:test";
import { ListReading } from "./list-reading.ts";

/** Lists whose reading ends when the test says so. */
function openReading() {
  const reading = new ListReading();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const read = (name: string, address: string, signal?: AbortSignal) =>
    reading.run(
      address,
      () =>
        new Promise<string>((resolve) => {
          started.push(name);
          ends.push(() => resolve(name));
        }),
      signal,
    );
  return { read, started, endFirst: () => ends.shift()?.() };
}

const refusal = { kind: "rate_limited", code: "too-many-lists-at-once", retryAfterSeconds: 5 };

test("lists are read one after the other, in the order in which they came", async () => {
  const { read, started, endFirst } = openReading();
  const all = ["one", "two", "three"].map((name) => read(name, "192.0.2.1"));
  for (const [index, one] of all.entries()) {
    await Bun.sleep(0);
    expect(started).toHaveLength(index + 1);
    endFirst();
    await one;
  }
  expect(started).toEqual(["one", "two", "three"]);
});

test("the ninth list of one network address at a time is refused, and another address still has a place [threat B13]", async () => {
  const { read, endFirst } = openReading();
  const first = read("0", "192.0.2.1");
  for (let list = 1; list < 8; list += 1) void read(String(list), "192.0.2.1").catch(() => "not awaited");
  await expect(read("8", "192.0.2.1")).rejects.toMatchObject(refusal);
  const other = read("other", "198.51.100.7");
  await Bun.sleep(0);
  endFirst();
  await first;
  void read("9", "192.0.2.1").catch(() => "not awaited");
  await expect(read("10", "192.0.2.1")).rejects.toMatchObject(refusal);
  void other.catch(() => "not awaited");
});

test("at most thirty-two lists wait, whatever the number of network addresses [threat B13]", async () => {
  const { read } = openReading();
  for (let list = 0; list < 32; list += 1) void read("", `192.0.2.${list}`).catch(() => "not awaited");
  await expect(read("", "198.51.100.7")).rejects.toMatchObject(refusal);
});

test("a sender who leaves while waiting makes room at once", async () => {
  const { read } = openReading();
  const gone = new AbortController();
  for (let list = 0; list < 7; list += 1) void read("", "192.0.2.1").catch(() => "not awaited");
  const leaving = read("", "192.0.2.1", gone.signal);
  await expect(read("", "192.0.2.1")).rejects.toMatchObject(refusal);
  gone.abort(new Error("gone"));
  await expect(leaving).rejects.toThrow("gone");
  void read("", "192.0.2.1").catch(() => "not awaited");
  await expect(read("", "192.0.2.1")).rejects.toMatchObject(refusal);
});
