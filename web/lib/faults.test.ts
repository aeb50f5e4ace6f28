import { expect, test } from "bun:test";
import { TRPCClientError } from "@trpc/client";
import { faultOf, faultOfBody } from "./faults.ts";

test("a refusal of the server gives its status, its sentence and its field errors", () => {
  const issues = [{ path: "username", message: "Username too long" }];
  const error = TRPCClientError.from({
    error: { code: -32600, message: "Username too long", data: { httpStatus: 400, issues } },
  });
  expect(faultOf(error)).toEqual({ status: 400, message: "Username too long", issues });
});

test("a lost connection is no answer, and its technical text is not shown", () => {
  const none = { status: undefined, message: undefined, issues: [] };
  expect(faultOf(TRPCClientError.from(new TypeError("Failed to fetch")))).toEqual(none);
  expect(faultOf(new Error("anything"))).toEqual(none);
});

test("a refused upload gives the sentence of its body, or none when a proxy answered in its stead", () => {
  const body = JSON.stringify({ message: "File size exceeds 50MB limit", requestId: "r" });
  expect(faultOfBody(413, body).message).toBe("File size exceeds 50MB limit");
  expect(faultOfBody(502, "<html>Bad gateway</html>")).toEqual({
    status: 502,
    message: undefined,
    issues: [],
  });
});
