import { describe, expect, test } from "bun:test";
import { documentWith } from "../test-document.ts";
import {
  emptyQueue,
  isUnderWay,
  maxInQueue,
  nextQueue,
  nextToSend,
  type Queue,
  type QueueEvent,
} from "./queue.ts";
import { getPhase, getRowError, isReady, progressOfAll } from "./row-phase.ts";

const getFile = (name: string) => new File(["x"], name);
const given = (...batches: File[][]): QueueEvent => ({ type: "given", batches, wordRefusal: undefined });
const after = (...events: QueueEvent[]): Queue => events.reduce(nextQueue, emptyQueue);
const kinds = ({ rows }: Queue) => rows.map(({ state }) => state.kind);
const phases = ({ rows }: Queue) => rows.map((row) => getPhase(row, undefined));
const receipts = given([getFile("a.pdf"), getFile("b.pdf"), getFile("c.pdf")]);
const [first, second, third] = ["0-0", "0-1", "0-2"];

describe("files chosen together", () => {
  test("wait in order and are sent one at a time", () => {
    const chosen = after(receipts);
    expect(kinds(chosen)).toEqual(["waiting", "waiting", "waiting"]);
    expect(nextToSend(chosen)?.file.name).toBe("a.pdf");
    const sending = nextQueue(chosen, { type: "sending", key: first });
    expect(nextToSend(sending)).toBeUndefined();
    const sent = nextQueue(sending, { type: "uploaded", key: first, document: documentWith({}) });
    expect(nextToSend(sent)?.file.name).toBe("b.pdf");
  });

  test("are added once, however often the page reports them, and others are added after them", () => {
    const one = [getFile("a.pdf"), getFile("b.pdf")];
    const two = [getFile("c.pdf")];
    const queue = after(given(one), given(one), given(one, two), given(one, two));
    expect(queue.rows.map(({ file }) => file.name)).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
    expect(new Set(queue.rows.map(({ key }) => key)).size).toBe(3);
  });

  test("beyond the list's limit are named, and those before them are sent", () => {
    const files = Array.from({ length: maxInQueue + 2 }, (_, at) => getFile(`${at}.pdf`));
    const queue = after(given(files));
    expect(queue.rows).toHaveLength(maxInQueue);
    expect(queue.leftOut).toEqual(["100.pdf", "101.pdf"]);
    const room = nextQueue(queue, { type: "uploaded", key: first, document: documentWith({}) });
    expect(nextQueue(room, given(files, [getFile("100.pdf")])).leftOut).toEqual([]);
  });

  test("are sent later if the server takes no more for the moment, without an error", () => {
    const paused = after(
      receipts,
      { type: "sending", key: first },
      { type: "postponed", key: first, until: 9 },
    );
    expect(kinds(paused)).toEqual(["waiting", "waiting", "waiting"]);
    expect([nextToSend(paused), isUnderWay(paused)]).toEqual([undefined, true]);
    expect(nextToSend(nextQueue(paused, { type: "continued" }))?.file.name).toBe("a.pdf");
  });

  test("that would be refused are marked in their own rows, and the others are sent", () => {
    const queue = after(given([getFile("a.exe"), getFile("b.pdf")]));
    expect(kinds(queue)).toEqual(["failed", "waiting"]);
    expect(queue.rows.map(getRowError)).toEqual([
      "Unsupported file type. Please upload PDF, DOCX, or image files.",
      undefined,
    ]);
    expect(nextToSend(queue)?.file.name).toBe("b.pdf");
    expect(nextQueue(queue, { type: "again", keys: [first], wordRefusal: undefined })).toEqual(queue);
  });

  test("a Word document can be tried again once the server accepts it", () => {
    const wordRefusal = "Word documents are turned off on this server.";
    const refused = after({ type: "given", batches: [[getFile("quote.docx")]], wordRefusal });
    expect(refused.rows.map(getRowError)).toEqual([wordRefusal]);
    expect(kinds(nextQueue(refused, { type: "again", keys: [first], wordRefusal }))).toEqual(["failed"]);
    expect(kinds(nextQueue(refused, { type: "again", keys: [first], wordRefusal: undefined }))).toEqual([
      "waiting",
    ]);
  });

  test("one whose upload fails stays, can be tried again, and does not stop the others", () => {
    const failed = after(
      receipts,
      { type: "sending", key: first },
      { type: "failed", key: first, message: "You lost your connection." },
    );
    expect(kinds(failed)).toEqual(["failed", "waiting", "waiting"]);
    expect(nextToSend(failed)?.file.name).toBe("b.pdf");
    const again = nextQueue(failed, { type: "again", keys: [first], wordRefusal: undefined });
    expect(nextToSend(again)?.file.name).toBe("a.pdf");
  });

  test("one that changed since it was chosen cannot be tried again, and does not stop the others", () => {
    const message = "This file changed. Please choose it again.";
    const failed = after(receipts, { type: "failed", key: first, message, isFinal: true });
    expect(failed.rows.map(getRowError)).toEqual([message, undefined, undefined]);
    const again = nextQueue(failed, { type: "again", keys: [first], wordRefusal: undefined });
    expect(kinds(again)).toEqual(["failed", "waiting", "waiting"]);
  });

  test("one that waits for a connection has not failed", () => {
    const lost = after(receipts, { type: "failed", key: first, message: "You're offline.", isLost: true });
    expect(phases(lost)).toEqual(["offline", "waiting", "waiting"]);
    expect(lost.rows.map(getRowError)).toEqual(["You're offline.", undefined, undefined]);
  });

  test("after the session has ended nothing more is sent, and nothing is lost", () => {
    const queue = after(
      receipts,
      { type: "sending", key: first },
      { type: "stopped", message: "Please log in." },
    );
    expect(kinds(queue)).toEqual(["sending", "failed", "failed"]);
    expect(nextToSend(nextQueue(queue, { type: "removed", key: first }))).toBeUndefined();
  });

  test("events about a removed row change nothing", () => {
    const queue = after(receipts, { type: "removed", key: second });
    const late: QueueEvent[] = [
      { type: "transferred", key: second, transfer: { loaded: 1, total: 1, elapsedMs: 1 } },
      { type: "uploaded", key: second, document: documentWith({}) },
      { type: "started", key: second },
    ];
    expect(late.reduce(nextQueue, queue)).toEqual(queue);
  });

  test("would be lost on leaving the page while they are waiting, uploading or being started, but not later", () => {
    expect(isUnderWay(emptyQueue)).toBe(false);
    const one = given([getFile("a.pdf")]);
    const uploaded: QueueEvent = { type: "uploaded", key: first, document: documentWith({}) };
    expect(isUnderWay(after(one))).toBe(true);
    expect(isUnderWay(after(one, { type: "sending", key: first }))).toBe(true);
    expect(isUnderWay(after(one, uploaded))).toBe(false);
    const starting: QueueEvent = { type: "starting", keys: [first] };
    expect(isUnderWay(after(one, uploaded, starting))).toBe(true);
    expect(isUnderWay(after(one, uploaded, starting, { type: "started", key: first }))).toBe(false);
  });
});

describe("documents of the list", () => {
  const uploaded = [first, second, third].map(
    (key): QueueEvent => ({ type: "uploaded", key, document: documentWith({ id: key }) }),
  );
  const unpaid: QueueEvent = {
    type: "unstarted",
    key: second,
    start: { kind: "unpaid" },
  };
  const refused: QueueEvent = {
    type: "unstarted",
    key: third,
    start: { kind: "refused", message: "No answer." },
  };

  test("each shows the server's response after 'Stamp all'", () => {
    const queue = after(receipts, ...uploaded, { type: "starting", keys: [first, second, third] });
    expect(phases(queue)).toEqual(["starting", "starting", "starting"]);
    const answered = [unpaid, refused].reduce(nextQueue, queue);
    expect(phases(answered)).toEqual(["starting", "unpaid", "unstarted"]);
    expect(answered.rows.map(getRowError)).toEqual([undefined, undefined, "No answer."]);
    expect(phases(answered).map(isReady)).toEqual([false, false, true]);
  });

  test("one that is open in the form above is not stamped by the list", () => {
    const [row] = after(receipts, ...uploaded).rows;
    expect(row && isReady(getPhase(row, first))).toBe(false);
    expect(row && getPhase(row, second)).toBe("uploaded");
  });

  test("the document's status takes precedence over what was requested here", () => {
    const paid = documentWith({ status: "completed" });
    const broken = documentWith({ status: "error", errorMessage: "The file is encrypted." });
    const rows = [paid, broken].map((document, at) => ({
      key: `${at}`,
      file: getFile("a.pdf"),
      state: { kind: "uploaded" as const, document, start: { kind: "unpaid" as const } },
    }));
    expect(rows.map((row) => getPhase(row, undefined))).toEqual(["completed", "error"]);
    expect(rows.map(getRowError)).toEqual([undefined, "The file is encrypted."]);
  });

  test("the list shows its progress", () => {
    expect(progressOfAll(["failed", "uploaded", "sending", "waiting"])).toEqual({
      kind: "uploading",
      at: 3,
      of: 4,
    });
    expect(progressOfAll(["failed", "completed", "processing", "starting"])).toEqual({
      kind: "stamping",
      done: 1,
      of: 3,
    });
    expect(progressOfAll(["failed", "completed", "unpaid", "uploaded", "error", "offline"])).toEqual({
      kind: "resting",
      stamped: 1,
      uploaded: 2,
      offline: 1,
      failed: 2,
    });
  });
});
