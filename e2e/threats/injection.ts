import type { Threat } from "./threat.ts";

const mail = "src/mail/mail.test.ts";
const addresses = "src/mail/mail-addresses.test.ts";
const email = "src/documents/email.test.ts";
const hostileNames = "src/documents/hostile-names.test.ts";
const fileNames = "src/documents/file-names.test.ts";
const certificate = "src/certificates/certificate.test.ts";
const shape = "src/typography/shape.test.ts";
const routes = "src/http/every-route.test.ts";
const tickets = "src/support/ticket-mails.test.ts";

/** D: what is typed and taken for more than text. */
export const injection: Threat[] = [
  {
    id: "D1",
    threat: "a name, a ticket or a message runs as a script on somebody's screen",
    expected:
      "text on every screen of owner, admin and public; names lose folders, controls and direction marks and fit 255 bytes",
    tests: [
      {
        file: "e2e/injection.e2e.ts",
        name: "whatever people type is text on every screen that shows it, to themselves, to admins and to the public",
      },
      {
        file: fileNames,
        name: "loses folders, line breaks and characters that turn the text around",
      },
      {
        file: fileNames,
        name: "is cut to 255 bytes without breaking a letter, and keeps its extension",
      },
      {
        file: "src/http/uploads.test.ts",
        name: "a file keeps its name in any language, without what could harm a page or a header",
      },
    ],
  },
  {
    id: "D2",
    threat: "what is typed breaks out of certificate or stamp, or says what only they may say",
    expected:
      "drawn as letters, wrapped and within the page, whole; nothing turns the text around; a name can say no serial number, date or second line",
    tests: [
      { file: certificate, name: "signs that PDF, HTML and programs read are letters like others" },
      { file: certificate, name: "what could turn text around or hide it does not reach the paper" },
      {
        file: certificate,
        name: "two thousand characters of other parties flow to a second page, whole and within the page",
      },
      { file: certificate, name: "names in other scripts can be read and copied" },
      { file: shape, name: "a character no face has is drawn as its code and still stands for itself" },
      { file: shape, name: "nothing in a name can reorder or hide what stands beside it" },
      {
        file: "src/accounts/accounts.test.ts",
        name: "a name that could say what only a stamp may say is refused, with the sentence beside its field",
      },
    ],
  },
  {
    id: "D3",
    threat: "a name becomes HTML or a link in a mail",
    expected:
      "everything typed is escaped; names with links are refused, and no name is a link to a mail program",
    tests: [
      {
        file: mail,
        name: "whatever people typed is escaped in the HTML and cannot add a header or a recipient",
      },
      {
        file: email,
        name: "no name in a mail to a stranger becomes a link, not even one of an account from before names were looked at",
      },
      {
        file: "src/accounts/accounts.test.ts",
        name: "a name with a link in it is refused, since it would be one in mails",
      },
    ],
  },
  {
    id: "D4",
    threat: "an address adds a header or a recipient to a mail",
    expected: "one plain address in every call that takes one; the mail server sees one recipient",
    tests: [
      {
        file: addresses,
        name: "every call that takes an address takes one plain address and nothing that adds a header or a recipient",
      },
      {
        file: email,
        name: "only one plain address is taken: no list, no group, no line break, no quoted local part",
      },
      {
        file: mail,
        name: "whatever people typed is escaped in the HTML and cannot add a header or a recipient",
      },
    ],
  },
  {
    id: "D5",
    threat: "the server sends mails for spammers",
    expected:
      "only one's own completed document, 5 times an hour and 20 mails a day; 5 contact messages an hour, mailed to support alone",
    tests: [
      {
        file: email,
        name: "a document goes out at most 5 times an hour, and a user sends at most 20 mails a day",
      },
      { file: email, name: "spec 8 unavailable: a document that is not processed yet cannot be emailed" },
      { file: email, name: "spec 6 roles: nobody can email somebody else's document, and nothing is sent" },
      {
        file: "src/support/support.test.ts",
        name: "a sixth contact message from one address within an hour has to wait",
      },
      { file: tickets, name: "a contact message is mailed to SUPPORT_EMAIL with the visitor's name" },
      {
        file: routes,
        name: "every limit of the table is counted by its route, and refuses who goes on, with the time to wait",
      },
    ],
  },
  {
    id: "D6",
    threat: "a file name adds a header or a second name to a download",
    expected: "one line, one stand-in in ASCII, one full name",
    tests: [
      {
        file: "src/http/content-disposition.test.ts",
        name: "no name can add a line, a parameter or a second name",
      },
      {
        file: "src/documents/documents.test.ts",
        name: "files are sent so that nothing in them can run, under the names people expect",
      },
    ],
  },
  {
    id: "D7",
    threat: "something typed is understood as SQL",
    expected: "on no route, in no part of its address",
    tests: [
      {
        file: routes,
        name: "nothing that is typed into an address is understood as SQL, by any route",
      },
      {
        file: "src/admin/document-search.test.ts",
        name: "signs that search languages read are letters like others",
      },
    ],
  },
  {
    id: "D8",
    threat: "a name writes a line of its own into the log",
    expected: "a line of JSON for each event, whatever was typed",
    tests: [
      {
        file: "src/http/answers.test.ts",
        name: "no password and no session is ever logged, and a name with line breaks stays in its line",
      },
    ],
  },
  {
    id: "D9",
    threat: "a file name is an order to a shell or an option to a program",
    expected: "programs are started without a shell, on names of our own",
    tests: [
      {
        file: hostileNames,
        name: "a name that a shell or a program would take for an order is a name like any other",
      },
      {
        file: "src/documents/word-and-pictures.test.ts",
        name: "a Word document whose name is an order to a program is opened under a name of our own",
      },
      {
        file: "src/conversion/libreoffice-converter.test.ts",
        name: "a document that prints its own file name prints the one its owner gave it",
      },
    ],
  },
  {
    id: "D10",
    threat: "a key of a body changes every object of the program",
    expected: "no object has it afterwards",
    tests: [{ file: "src/http/body.test.ts", name: "keys that would change every object change none" }],
  },
];
