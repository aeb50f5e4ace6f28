import { expect, test } from "bun:test";
import { Semaphore, type SlotRequest } from "./semaphore.ts";

/** Requests a slot and records the name when it is granted. */
function openQueue(size: number, reserved = 0) {
  const semaphore = new Semaphore(size, reserved);
  const started: string[] = [];
  const ask = async (name: string, request?: SlotRequest) => {
    const release = await semaphore.acquire(request);
    started.push(name);
    return release;
  };
  return { semaphore, started, ask };
}

test("tasks beyond the size wait and start in order", async () => {
  const { ask, started, semaphore } = openQueue(2);
  const [first, second] = [await ask("first"), await ask("second")];
  const [third, fourth] = [ask("third"), ask("fourth")];
  expect([started, semaphore.used]).toEqual([["first", "second"], 2]);
  expect(second()).toBe(true);
  await third;
  expect(first()).toBe(true);
  await fourth;
  expect(started).toEqual(["first", "second", "third", "fourth"]);
  expect([(await third)(), (await fourth)(), semaphore.used]).toEqual([false, false, 0]);
});

test("the first task of an owner does not wait behind many of another [threat G7]", async () => {
  const { ask, started } = openQueue(2);
  const running = [await ask("eve 1", { owner: "eve" }), await ask("eve 2", { owner: "eve" })];
  const waiting = [
    ask("eve 3", { owner: "eve" }),
    ask("eve 4", { owner: "eve" }),
    ask("bob", { owner: "bob" }),
  ];
  for (const release of running) release();
  await waiting[2];
  expect(started).toEqual(["eve 1", "eve 2", "bob", "eve 3"]);
  (await waiting[0])?.();
  await waiting[1];
});

test("owners who come again after each turn do not keep one with many tasks waiting [threat F20]", async () => {
  const { ask, started } = openQueue(1);
  let release = await ask("jane", { owner: "jane" });
  let waiting = ["jane", "jane", "bob", "eve"].map((owner) => ask(owner, { owner }));
  for (let turn = 0; turn < 6; turn += 1) {
    release();
    release = await Promise.race(waiting);
    const owner = started.at(-1) ?? "";
    waiting = waiting.filter((one) => Bun.peek.status(one) === "pending");
    if (owner !== "jane") waiting.push(ask(owner, { owner }));
  }
  expect(started).toEqual(["jane", "bob", "eve", "jane", "bob", "eve", "jane"]);
});

test("an urgent task uses the reserved slot and starts before the others", async () => {
  const { ask, started } = openQueue(1, 1);
  const ordinary = await ask("ordinary");
  const waiting = ask("waiting");
  const urgent = await ask("urgent", { isUrgent: true });
  const next = ask("next urgent", { isUrgent: true });
  expect(ordinary()).toBe(true);
  const nextRelease = await next;
  expect(urgent()).toBe(false);
  expect(started).toEqual(["ordinary", "urgent", "next urgent"]);
  expect(nextRelease()).toBe(true);
  await waiting;
});

test("a task that is no longer needed leaves the queue", async () => {
  const { ask, started } = openQueue(1);
  const release = await ask("first");
  const controller = new AbortController();
  const dropped = ask("dropped", { signal: controller.signal });
  const last = ask("last");
  controller.abort(new Error("canceled"));
  await expect(dropped).rejects.toThrow("canceled");
  release();
  await last;
  await expect(ask("late", { signal: controller.signal })).rejects.toThrow("canceled");
  expect(started).toEqual(["first", "last"]);
});

test("no task starts after closing", async () => {
  const { ask, started, semaphore } = openQueue(1);
  const release = await ask("first");
  const waiting = ask("waiting");
  semaphore.close(new Error("stopping"));
  await expect(waiting).rejects.toThrow("stopping");
  release();
  await expect(ask("late")).rejects.toThrow("stopping");
  expect(started).toEqual(["first"]);
});

test("with more room, waiting tasks begin; with less, those that have begun go on", async () => {
  const { ask, started, semaphore } = openQueue(1);
  const first = await ask("first");
  const [second, third, fourth] = [ask("second"), ask("third"), ask("fourth")];
  semaphore.resize(3);
  const begun = [first, await second, await third];
  expect([started, semaphore.size]).toEqual([["first", "second", "third"], 3]);
  semaphore.resize(1);
  expect([semaphore.used, ...begun.map((release) => release())]).toEqual([3, false, false, true]);
  (await fourth)();
  expect([started.at(-1), semaphore.used]).toEqual(["fourth", 0]);
});
