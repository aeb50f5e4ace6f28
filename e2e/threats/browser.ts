import type { Threat } from "./threat.ts";

const security = "src/http/security.test.ts";
const web = "src/http/web.test.ts";
const body = "src/http/body.test.ts";
const routes = "src/http/every-route.test.ts";
const answers = "src/http/answers.test.ts";
const injection = "e2e/injection.e2e.ts";

/** B: browsers and HTTP. */
export const browser: Threat[] = [
  {
    id: "B1",
    threat: "a foreign page makes a browser act for who is signed in",
    expected:
      "every call that changes something is refused by where the browser says it comes from, whatever its type; programs and our own page pass, also behind a proxy",
    tests: [
      {
        file: security,
        name: "whatever a foreign page makes a browser send is refused and changes nothing, on every route",
      },
      { file: security, name: "our own page and programs that are no browsers pass" },
      {
        file: security,
        name: "behind a proxy that speaks https, an older browser's Origin is compared with the public address",
      },
    ],
  },
  {
    id: "B2",
    threat: "a form of a foreign page sends JSON as plain text",
    expected: "415: a body is read only as what it must be",
    tests: [{ file: security, name: "a JSON body sent as plain text is refused" }],
  },
  {
    id: "B3",
    threat: "a link or a picture's address changes something",
    expected: "no GET changes anything; every procedure that does refuses it with 405",
    tests: [
      { file: security, name: "a link cannot call what changes something" },
      {
        file: "src/http/authorisation.test.ts",
        name: "a REST call that is a GET only reads, any other one changes something",
      },
    ],
  },
  {
    id: "B4",
    threat: "another site reads answers meant for ours",
    expected: "no answer of any route names another origin",
    tests: [
      { file: security, name: "no other site is ever let in to read" },
      {
        file: routes,
        name: "every answer of every route has the careful headers, lets no other site read, and is no fault of ours",
      },
    ],
  },
  {
    id: "B5",
    threat: "a script that got into a page runs there",
    expected:
      "a content security policy without any unsafe word; Stripe's sources only where one can pay; no screen breaks it",
    tests: [
      {
        file: web,
        name: "the page may run only our own scripts and styles and show only our own frames",
      },
      { file: web, name: "Stripe's script and frames are let in where one can pay, and nowhere else" },
      {
        file: injection,
        name: "a script that gets into a page all the same does not run, wherever it comes from",
      },
      { file: "e2e/routes.e2e.ts", name: "spec 2 route …: the … sees the right screen" },
    ],
  },
  {
    id: "B6",
    threat: "a browser guesses types, keeps answers, tells addresses or goes on without https",
    expected:
      "the careful headers stand on every answer of every route; HSTS for a year where the public address is https",
    tests: [
      { file: security, name: "every answer carries the headers that keep browsers careful" },
      {
        file: routes,
        name: "every answer of every route has the careful headers, lets no other site read, and is no fault of ours",
      },
      { file: security, name: "with a public https address browsers are told to use nothing else" },
    ],
  },
  {
    id: "B7",
    threat: "a method nobody thought of passes a check",
    expected: "405, with the methods that would do",
    tests: [
      { file: security, name: "methods nobody needs are answered with 405 and those that would do" },
      { file: security, name: "a known address called by another method names the methods it has" },
    ],
  },
  {
    id: "B8",
    threat: "an error tells how the server is built",
    expected: "one sentence and a number to quote; what happened stands in the log",
    tests: [
      { file: answers, name: "a fault of ours is one sentence and a number to quote, on both faces" },
      { file: answers, name: "what is not there is answered in JSON" },
    ],
  },
  {
    id: "B9",
    threat: "an address carries HTML into the page",
    expected: "a referral code, a serial number and a path are shown as text, the code in 20 capitals",
    tests: [
      {
        file: injection,
        name: "what stands in an address is text: a referral code, a serial number, a path",
      },
    ],
  },
  {
    id: "B10",
    threat: "input without end",
    expected: "100 kB of JSON counted as it comes, every field has its length, deep nesting costs nothing",
    tests: [
      {
        file: body,
        name: "a body of more than 100 kB is refused before it is read, on both faces, whatever length it claims",
      },
      { file: body, name: "deeply nested JSON is refused without harm" },
      {
        file: "src/support/support.test.ts",
        name: "spec 5 support ticket: each wrong field is refused with its sentence",
      },
    ],
  },
  {
    id: "B11",
    threat: "one request brings a hundred calls",
    expected: "ten calls in a batch at most, and each counts towards its limit",
    tests: [
      { file: body, name: "a batch has at most ten calls" },
      { file: "src/limits.test.ts", name: "ten passwords in one batch are ten tries" },
    ],
  },
];
