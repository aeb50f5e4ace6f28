import { expect, test } from "bun:test";
import { describeProgress } from "./processing-panel.tsx";

const seen = (status: string, errorMessage: string | null = null) =>
  describeProgress({ status, error: { errorMessage, errorCode: null, errorParams: null } });

test("the progress bar shows the document's current step [spec 4 progress]", () => {
  expect(describeProgress(undefined).text).toBe("Initializing...");
  expect(seen("uploaded")).toEqual({ percent: 30, text: "Preparing document for processing..." });
  expect(seen("processing")).toEqual({ percent: 65, text: "Adding timestamps to pages..." });
  expect(seen("completed")).toEqual({ percent: 100, text: "Processing completed successfully!" });
});

test("a failed document shows its reason, or that it failed [spec 4 failure-reason]", () => {
  expect(seen("error", "The file is encrypted.")).toEqual({ percent: 0, text: "The file is encrypted." });
  expect(seen("error")).toEqual({ percent: 0, text: "Processing failed" });
});
