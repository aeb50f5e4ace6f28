import { expect, test } from "bun:test";
import { SQL } from "bun";
import { isAnswer } from "./postgres-ping.ts";

test("an error that PostgreSQL sent answers a ping, and a broken connection does not", () => {
  const withCode = (errno: string) => Object.assign(new SQL.SQLError("failed"), { errno });
  expect(["57P03", "53300", "28P01"].map((code) => isAnswer(withCode(code)))).toEqual([true, true, true]);
  expect(["EPIPE", "EPERM", "EBUSY", "ECONNRESET"].filter((code) => isAnswer(withCode(code)))).toEqual([]);
});
