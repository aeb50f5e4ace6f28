import { expect, test } from "bun:test";
import { AppError } from "../../errors.ts";
import { outOfSpace } from "../files/disk-full.ts";
import { faultOf } from "./failure-cause.ts";

const coded = (code: string) => Object.assign(new Error(code), { code });

test("missing space, missing services and disk errors are problems of the machine, however deeply they are wrapped", () => {
  const wrapped = new Error("write failed", { cause: new Error("again", { cause: coded("ENOSPC") }) });
  const faults = [outOfSpace(), new AppError("unavailable", "later", "Later."), wrapped];
  const codes = ["EIO", "ENOMEM", "EMFILE", "SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR_WRITE"];
  expect([...faults, ...codes.map(coded)].map(faultOf)).toEqual(Array(9).fill("machine"));
});

test("a refusal with a message for the owner is caused by the document", () => {
  expect(
    faultOf(new AppError("unsupported", "pdf-password-protected", "This PDF is password protected.")),
  ).toBe("document");
  expect(faultOf(new AppError("gone", "mail-document-deleted", "The document was deleted."))).toBe(
    "document",
  );
});

test("unexpected errors are our bugs, including a missing file", () => {
  const faults = [
    new TypeError("undefined"),
    coded("ENOENT"),
    new AppError("internal", "damaged", "Damaged."),
    "text",
  ];
  expect(faults.map(faultOf)).toEqual(["ours", "ours", "ours", "ours"]);
});
