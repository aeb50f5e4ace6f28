import type { Threat } from "./threat.ts";

const authorisationTests = "src/http/authorisation.test.ts";
const routes = "src/http/every-route.test.ts";
const strangers = "src/documents/strangers.test.ts";
const documents = "src/documents/documents.test.ts";
const files = "src/admin/files.test.ts";
const search = "src/admin/document-search.test.ts";
const users = "src/admin/users.test.ts";
const credits = "src/admin/credits.test.ts";
const support = "src/support/support.test.ts";
const verification = "src/verification/verification.test.ts";

/** C: who may do what. */
export const authorisation: Threat[] = [
  {
    id: "C1",
    threat: "somebody's document is named by somebody else",
    expected:
      "every route and procedure answers a stranger and an admin as if it did not exist, a visitor and a deleted account with 401; nothing changes; a new route fails the build until it is tried",
    tests: [
      {
        file: strangers,
        name: "every route and procedure that names a document is among those that strangers try",
      },
      {
        file: strangers,
        name: "a visitor, another person, a deleted one and an admin neither read nor change somebody's document",
      },
      {
        file: strangers,
        name: "another person's document is answered like one that does not exist",
      },
      {
        file: strangers,
        name: "an id that is none is not there, for its sender as well, and does no harm",
      },
      {
        file: authorisationTests,
        name: "it is decided for every procedure and every route who may call it",
      },
    ],
  },
  {
    id: "C2",
    threat: "an admin reads a client's document unseen",
    expected:
      "only through the admin calls, each look a line in the audit log; the owner's calls stay closed",
    tests: [
      {
        file: files,
        name: "spec 7 GET /api/admin/download: an admin gets a client's stamped copy and certificate, each noted in the audit log",
      },
      {
        file: files,
        name: "spec 6 admin: an original is shown in a tab of its own where nothing in it can run, and that is noted",
      },
      {
        file: files,
        name: "one look is one line in the audit log: viewers are offered no parts, and parts are noted too",
      },
      { file: files, name: "the documented calls of the owner stay closed to admins" },
    ],
  },
  {
    id: "C3",
    threat: "an admin's call is made by somebody else",
    expected:
      "the server decides, on both faces and in the feature itself; a new route or procedure fails the build until it is in the table",
    tests: [
      {
        file: authorisationTests,
        name: "it is decided for every procedure and every route who may call it",
      },
      {
        file: authorisationTests,
        name: "procedures refuse whom they must, before they look at what was sent",
      },
      {
        file: authorisationTests,
        name: "routes refuse whom they must, before they look at what was sent",
      },
      {
        file: "src/admin/administrators-only.test.ts",
        name: "the feature itself refuses who is no administrator, whatever way they came: …",
      },
      { file: routes, name: "the session of a deleted account is nobody's, on every route" },
    ],
  },
  {
    id: "C4",
    threat: "admins delete each other or themselves",
    expected: "refused with a sentence; sessions go on",
    tests: [
      {
        file: users,
        name: "spec 4 users: an admin account cannot be deleted, not even by itself; nothing changes",
      },
    ],
  },
  {
    id: "C5",
    threat: "the admin's download is led to another file of the disk",
    expected:
      "only a key that a row names, letter for letter; never the database, an original, a link or anything outside",
    tests: [
      {
        file: files,
        name: "no path, however it is written, reads anything but a stamped copy or certificate of a document",
      },
    ],
  },
  {
    id: "C6",
    threat: "a search finds everything",
    expected: "one term that is not blank, taken to the letter; at most 100 documents",
    tests: [
      { file: search, name: "signs that search languages read are letters like others" },
      { file: search, name: "characters that nobody can see find nothing, and never everything" },
      { file: search, name: "spec 5 admin search: a blank term is refused" },
      {
        file: search,
        name: "spec 5 admin search: it takes exactly one of email, serial and username",
      },
      { file: search, name: "at most the 100 newest documents are listed" },
    ],
  },
  {
    id: "C7",
    threat: "an answer holds more than it should",
    expected: "no password, session, key, id at Stripe or path of the disk in any answer of any route",
    tests: [
      {
        file: routes,
        name: "no answer of any route holds a password, a session, an id at Stripe, a key or a path of the disk",
      },
      { file: documents, name: "an answer never holds a path of the disk" },
      {
        file: search,
        name: "no password, session, payment reference or path of the disk is in any answer for admins",
      },
    ],
  },
  {
    id: "C8",
    threat: "credits are granted that are no number, or to a stranger",
    expected: "a whole number from 1 to 1,000, to the one account of that address, noted",
    tests: [
      {
        file: credits,
        name: "spec 5 admin credit grant: anything else is refused with 'Please enter a valid email and positive number of credits'",
      },
      {
        file: credits,
        name: "credits for an email that two accounts share are refused, with both names",
      },
      {
        file: credits,
        name: "spec 7 POST /api/admin/grant-credits: credits are added to the account of that email, and it is noted",
      },
    ],
  },
  {
    id: "C9",
    threat: "the public verification tells too much, or is asked for every number",
    expected:
      "the record and its evidence, nothing else; one answer for whatever is not on record; 60 looks a minute",
    tests: [
      {
        file: verification,
        name: "anyone confirms a document by its serial number, and learns no more than the page shows",
      },
      {
        file: verification,
        name: "what is unknown, malformed or unfinished has one and the same answer",
      },
      { file: verification, name: "one address may look up sixty serial numbers a minute" },
      { file: documents, name: "a deleted document is gone everywhere, and cannot be verified any more" },
    ],
  },
  {
    id: "C10",
    threat: "a serial number or a QR code is guessed, changed or borrowed",
    expected:
      "95 random bits and a check character; the code is signed, leads to the public address alone, and another document's is told apart; files are checked in the browser",
    tests: [
      {
        file: "src/evidence/serial-number.test.ts",
        name: "a thousand serial numbers are all different, stand in no order, and use every character at every place",
      },
      { file: "src/evidence/serial-number.test.ts", name: "every single wrong character is noticed" },
      {
        file: "src/documents/hostile-names.test.ts",
        name: "the QR code leads to the public address, whatever the Host header of the call says",
      },
      { file: verification, name: "a row that was changed behind our back is not confirmed any more" },
      { file: verification, name: "the attestation of one document does not vouch for another" },
      {
        file: "e2e/verify.e2e.ts",
        name: "a forged code is recognised: a changed payload, a changed signature, no code at all",
      },
      {
        file: "e2e/verify.e2e.ts",
        name: "another document's genuine code is recognised as that of another document",
      },
    ],
  },
  {
    id: "C11",
    threat: "two files with one fingerprint, as they exist for SHA-1",
    expected: "fingerprints are SHA-256 over every byte",
    tests: [
      {
        file: documents,
        name: "an uploaded document comes back stamped, with a certificate, and its serial number confirms it",
      },
    ],
  },
  {
    id: "C12",
    threat: "a ticket is written in somebody's name, or resolved by its writer",
    expected:
      "the writer is who is signed in; only admins change it, to a status there is, with a resolution that is not blank",
    tests: [
      {
        file: support,
        name: "spec 7 POST /api/support/ticket: a ticket of the session's user is kept, open and of medium priority",
      },
      {
        file: support,
        name: "spec 6: a user can neither list all tickets nor change nor delete one, not even their own",
      },
      {
        file: support,
        name: "a resolution stays when the status changes later, and a status nobody knows is refused",
      },
      { file: support, name: "spec 4 tickets: a blank resolution is refused and changes nothing" },
    ],
  },
];
