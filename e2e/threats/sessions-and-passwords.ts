import type { Threat } from "./threat.ts";

const accountsTests = "src/accounts/accounts.test.ts";
const sessions = "src/accounts/sessions.test.ts";
const passwords = "src/accounts/passwords.test.ts";
const password = "src/accounts/password.test.ts";
const limits = "src/limits.test.ts";

/** A1 to A11: sessions and passwords. */
export const sessionsAndPasswords: Threat[] = [
  {
    id: "A1",
    threat: "a session token is planted in somebody's browser before they sign in",
    expected: "login and registration make a token of their own; the planted one never works",
    tests: [
      { file: sessions, name: "login never takes over a token the browser came with" },
      { file: sessions, name: "neither does registering" },
      { file: sessions, name: "signing in again ends the session the browser had before" },
    ],
  },
  {
    id: "A2",
    threat: "who reads the database or a backup of it signs in with what stands there",
    expected: "only a hash of the token is kept",
    tests: [
      { file: sessions, name: "nothing in the data folder, nor in a backup of it, lets its reader sign in" },
    ],
  },
  {
    id: "A3",
    threat: "a script or a foreign site gets hold of the session cookie",
    expected:
      "HttpOnly, SameSite=Lax, Path=/, no Domain; with a public https address also Secure and __Host-",
    tests: [
      { file: sessions, name: "the cookie is out of reach of scripts and foreign sites" },
      {
        file: sessions,
        name: "with a public https address the cookie is Secure and bound to the host by its name",
      },
    ],
  },
  {
    id: "A4",
    threat: "a session goes on after the logout",
    expected: "the row goes; a second logout is fine; no link logs anybody out",
    tests: [
      { file: sessions, name: "logout ends the session on the server, and logging out twice is fine" },
      { file: sessions, name: "nobody is logged out by a link" },
    ],
  },
  {
    id: "A5",
    threat: "a forgotten session lives for ever",
    expected: "over after 7 idle days and after 30 days in all",
    tests: [
      { file: sessions, name: "a session ends after seven days without a request" },
      { file: sessions, name: "a session that is used every day ends after thirty" },
    ],
  },
  {
    id: "A6",
    threat: "passwords are recovered from a stolen database",
    expected:
      "Argon2id with 19 MiB and two passes, each with its own salt; weaker hashes are renewed at login",
    tests: [
      {
        file: passwords,
        name: "one password hashed twice gives two strings of Argon2id with 19 MiB and two passes",
      },
      { file: passwords, name: "a hash of weaker parameters is made anew at the next login" },
    ],
  },
  {
    id: "A7",
    threat: "a long password is cut, or one without end keeps the server busy",
    expected: "each of 100 characters of any script counts; 1,000 is the most, and more is refused at once",
    tests: [
      { file: passwords, name: "every character of a long password counts" },
      {
        file: passwords,
        name: "a password opens the account whether its accents are typed composed or decomposed",
      },
      { file: "src/http/body.test.ts", name: "a password of 100,000 characters is refused quickly" },
    ],
  },
  {
    id: "A8",
    threat: "a password that is too short",
    expected:
      "the specification's rule and no other: 6 characters are enough, 5 are refused with its sentence",
    tests: [
      { file: accountsTests, name: "a password of 6 characters is enough, a user name of 51 is too long" },
      {
        file: accountsTests,
        name: "each registration field that is wrong is answered with the sentence to show beside it",
      },
      { file: password, name: "a new password follows the rule of registration" },
    ],
  },
  {
    id: "A9",
    threat: "passwords are guessed by trying",
    expected:
      "ten wrong ones in 15 minutes for an account from one address and a thousand a day from everywhere, for names known and unknown, counted before the hash, also in batches, across restarts; right ones do not count",
    tests: [
      {
        file: limits,
        name: "the eleventh wrong password within 15 minutes waits, for names that exist and names that do not",
      },
      { file: limits, name: "a locked account says how long to wait, and opens by itself" },
      { file: limits, name: "of a hundred wrong passwords at once, ten are looked at" },
      { file: limits, name: "ten passwords in one batch are ten tries" },
      { file: limits, name: "a restart forgives nothing" },
      { file: limits, name: "right passwords do not count, however many" },
    ],
  },
  {
    id: "A10",
    threat: "a made-up X-Forwarded-For makes a new address for each try",
    expected:
      "the header counts only behind a proxy the operator trusts, and of it only what that proxy wrote",
    tests: [
      {
        file: limits,
        name: "one address may fail fifty times over all names; a made-up X-Forwarded-For makes no new address",
      },
      { file: "src/http/address.test.ts", name: "without a trusted proxy only the socket counts" },
      {
        file: "src/http/address.test.ts",
        name: "behind a trusted proxy the address that proxy saw counts, not what the caller wrote before it",
      },
    ],
  },
  {
    id: "A11",
    threat: "somebody else's wrong passwords keep the owner out",
    expected:
      "the lock is for the address the wrong passwords came from; a browser that signed in before is never stopped by others; a mailed link or the operator lifts every lock",
    tests: [
      { file: limits, name: "ten wrong passwords from one address keep nobody out at another one" },
      {
        file: limits,
        name: "a thousand wrong passwords from everywhere stop new browsers, and never one that signed in before",
      },
      {
        file: limits,
        name: "a browser that signed in before has ten tries of its own, also where its address is at its limit",
      },
      { file: limits, name: "a browser is known for its own accounts alone, until the password changes" },
      {
        file: limits,
        name: "a device cookie that was planted is worth nothing after the sign-in, and none is kept in clear",
      },
      { file: limits, name: "a locked account says how long to wait, and opens by itself" },
      {
        file: password,
        name: "an account that is locked by wrong passwords is opened by its owner through the mail",
      },
      {
        file: limits,
        name: "who was locked out by a stranger gets in at once with a new password from the operator",
      },
      {
        file: limits,
        name: "an address that may try no more locks nobody out, and leaves no trace of the names it makes up",
      },
    ],
  },
];
