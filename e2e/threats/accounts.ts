import type { Threat } from "./threat.ts";

const sessions = "src/accounts/sessions.test.ts";

/** A: accounts and sessions. */
export const accounts: Threat[] = [
  {
    id: "A1",
    threat: "a session token is planted in somebody's browser before the login",
    expected: "every login makes a token of its own; the planted one never works",
    tests: [{ file: sessions, name: "login never takes over a token the browser came with" }],
  },
];
