import { describe, expect, test } from "bun:test";
import { documentWith } from "../test-document.ts";
import {
  atStart,
  canBeSetUp,
  minDisplayMs,
  nextWorkflow,
  runningDocument,
  type Workflow,
} from "./workflow.ts";

const uploaded = documentWith({});
const processing = documentWith({ status: "processing" });
const completed = documentWith({ status: "completed" });
const failed = documentWith({ status: "error", errorMessage: "The file is encrypted." });

/** Everything shown on screen, and for how long, until nothing changes anymore. */
function allShown(start: Workflow) {
  const shown: string[] = [];
  const ms: number[] = [];
  let end = start;
  for (let wait = minDisplayMs(end); wait !== undefined; wait = minDisplayMs(end)) {
    if (end.stage === "processing") shown.push(end.shown ?? "");
    ms.push(wait);
    end = nextWorkflow(end, { type: "displayTimePassed" });
  }
  return { shown, ms, end };
}

describe("the workflow of a document", () => {
  test("goes from idle through configuring and processing to completed [spec 4 stages]", () => {
    const configuring = nextWorkflow(atStart, { type: "uploaded", document: uploaded });
    expect(configuring.stage).toBe("configuring");
    const starting = nextWorkflow(configuring, { type: "starting", document: uploaded });
    expect(starting).toEqual({ stage: "processing", document: uploaded, shown: undefined });
    const started = nextWorkflow(starting, { type: "started", document: processing });
    expect(started.stage).toBe("processing");
    expect(nextWorkflow(started, { type: "polled", document: processing }).stage).toBe("processing");
    const polled = nextWorkflow(started, { type: "polled", document: completed });
    expect(allShown(polled).end).toEqual({ stage: "completed", document: completed });
  });

  test("shows each step for a moment, even if all are done at the first response, for 0.8 s in total", () => {
    const starting = nextWorkflow(
      { stage: "configuring", document: uploaded },
      { type: "starting", document: uploaded },
    );
    expect(minDisplayMs(starting)).toBeUndefined();
    const { shown, ms, end } = allShown(nextWorkflow(starting, { type: "started", document: completed }));
    expect(shown).toEqual(["uploaded", "processing", "completed"]);
    expect(Math.min(...ms)).toBeGreaterThanOrEqual(200);
    expect(ms.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(800);
    expect(end.stage).toBe("completed");
  });

  test("shows no step before the server has answered that the document is started [spec 4 progress]", () => {
    const starting = nextWorkflow(
      { stage: "configuring", document: uploaded },
      { type: "starting", document: uploaded },
    );
    expect(starting).toMatchObject({ stage: "processing", shown: undefined });
    const started = nextWorkflow(starting, { type: "started", document: processing });
    expect(started).toMatchObject({ stage: "processing", shown: "uploaded" });
  });

  test("returns to the form with its settings if the document has to be paid for", () => {
    const starting: Workflow = { stage: "processing", document: uploaded, shown: undefined };
    expect(nextWorkflow(starting, { type: "unpaid", document: uploaded })).toEqual({
      stage: "configuring",
      document: uploaded,
    });
  });

  test("ends with the document's own reason, or a general one, when it fails [spec 4 processing-failed]", () => {
    const now: Workflow = { stage: "processing", document: processing, shown: "processing" };
    expect(nextWorkflow(now, { type: "polled", document: failed })).toEqual({
      stage: "error",
      name: "lease.pdf",
      message: "The file is encrypted.",
    });
    const silent = documentWith({ status: "error" });
    expect(nextWorkflow(now, { type: "polled", document: silent })).toEqual({
      stage: "error",
      name: "lease.pdf",
      message: "Processing failed",
    });
  });

  test("returns to idle on Try Again and Process Another Document [spec 4 stage-reset]", () => {
    expect(nextWorkflow({ stage: "error", name: "lease.pdf", message: "x" }, { type: "reset" })).toEqual(
      atStart,
    );
    expect(nextWorkflow({ stage: "completed", document: completed }, { type: "reset" })).toEqual(atStart);
  });
});

test("late events and events about another document change nothing", () => {
  expect(nextWorkflow(atStart, { type: "polled", document: completed })).toEqual(atStart);
  const now: Workflow = {
    stage: "processing",
    document: documentWith({ id: "d2", status: "processing" }),
    shown: "processing",
  };
  expect(nextWorkflow(now, { type: "polled", document: completed })).toBe(now);
  expect(nextWorkflow(atStart, { type: "started", document: processing })).toBe(atStart);
  expect(nextWorkflow(now, { type: "started", document: completed })).toBe(now);
  expect(nextWorkflow(now, { type: "found", document: processing })).toBe(now);
  expect(nextWorkflow(now, { type: "failed", documentId: "d1", name: "lease.pdf", message: "x" })).toBe(now);
  expect(nextWorkflow(now, { type: "failed", name: "lease.pdf", message: "x" })).toBe(now);
});

test("a failed upload, and a document that could not be started, show which file and why [spec 4 stage-error]", () => {
  const failure: Workflow = { stage: "error", name: "lease.pdf", message: "x" };
  expect(nextWorkflow(atStart, { type: "failed", name: "lease.pdf", message: "x" })).toEqual(failure);
  const starting: Workflow = { stage: "processing", document: uploaded, shown: undefined };
  expect(
    nextWorkflow(starting, { type: "failed", documentId: "d1", name: "lease.pdf", message: "x" }),
  ).toEqual(failure);
});

test("a job found at load continues from its step, unless another document is open", () => {
  const found = nextWorkflow(atStart, { type: "found", document: processing });
  expect(found).toMatchObject({ stage: "processing", shown: undefined });
  const polled = nextWorkflow(found, { type: "polled", document: processing });
  expect(polled).toMatchObject({ stage: "processing", shown: "processing" });
});

test("after a reload the newest running job is found", () => {
  const older = documentWith({ id: "d0", status: "processing" });
  expect(runningDocument([completed, processing, older])).toBe(processing);
  expect(runningDocument([completed, failed])).toBeUndefined();
});

test("a document can be set up again as long as its original is stored", () => {
  expect(canBeSetUp(uploaded)).toBe(true);
  expect(canBeSetUp(failed)).toBe(true);
  expect(canBeSetUp({ ...failed, originalDeletedAt: "2026-11-22T19:11:00.000Z" })).toBe(false);
  expect(canBeSetUp(processing)).toBe(false);
  expect(canBeSetUp(completed)).toBe(false);
});
