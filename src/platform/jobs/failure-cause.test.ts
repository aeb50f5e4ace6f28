import { expect, test } from "bun:test";
import { AppError } from "../../errors.ts";
import { outOfSpace } from "../files/disk-full.ts";
import { getFailureCause } from "./failure-cause.ts";

const coded = (code: string) => Object.assign(new Error(code), { code });

test("missing space, missing services and disk errors are problems of the machine, however deeply they are wrapped", () => {
  const wrapped = new Error("write failed", { cause: new Error("again", { cause: coded("ENOSPC") }) });
  const failures = [outOfSpace(), new AppError("unavailable", "later", "Later."), wrapped];
  const codes = ["EIO", "ENOMEM", "EMFILE", "SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR_WRITE"];
  expect([...failures, ...codes.map(coded)].map(getFailureCause)).toEqual(Array(9).fill("machine"));
});

test("a refusal with a message for the owner is caused by the document", () => {
  expect(
    getFailureCause(new AppError("unsupported", "pdf-password-protected", "This PDF is password protected.")),
  ).toBe("document");
  expect(getFailureCause(new AppError("gone", "mail-document-deleted", "The document was deleted."))).toBe(
    "document",
  );
});

test("unexpected errors are our bugs, including a missing file", () => {
  const failures = [
    new TypeError("undefined"),
    coded("ENOENT"),
    new AppError("internal", "damaged", "Damaged."),
    "text",
  ];
  expect(failures.map(getFailureCause)).toEqual(["ours", "ours", "ours", "ours"]);
});
