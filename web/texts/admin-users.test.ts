import { expect, test } from "bun:test";
import type { AdminUserView } from "../../src/features/admin/admin.output.schema.ts";
import { usersMessages } from "./admin-users.ts";

const person: AdminUserView = {
  id: "1",
  username: "jane",
  firstName: null,
  lastName: null,
  email: null,
  isAdmin: false,
  isOffice: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  lastLoginAt: null,
  subscriptionPlan: "trial",
  subscriptionStatus: "none",
  freeCredits: 0,
};

test("administrators read that an office has no plan, where a person has the free trial", () => {
  expect(usersMessages.plan(person)).toBe("Free Trial");
  expect(usersMessages.plan({ ...person, isOffice: true })).toBe("None");
  expect(usersMessages.plan({ ...person, isOffice: true, subscriptionPlan: "unlimited" })).toBe(
    "Unlimited Monthly",
  );
});
