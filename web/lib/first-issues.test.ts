import { expect, test } from "bun:test";
import { registerSchema } from "../../src/features/accounts/accounts.schema.ts";
import { firstIssues } from "./first-issues.ts";

test("each field shows its first error, in the server's words", () => {
  const checked = registerSchema.safeParse({
    username: "ab",
    password: "123",
    email: "no address",
    firstName: "",
    lastName: "Doe",
  });
  expect(firstIssues(checked.error?.issues ?? [])).toEqual({
    username: "Username must be at least 3 characters",
    password: "Password must be at least 6 characters",
    email: "Invalid email",
    firstName: "First name is required",
  });
});

test("field errors of an answer name their field as text", () => {
  expect(firstIssues([{ path: "username", message: "Taken" }])).toEqual({ username: "Taken" });
});
