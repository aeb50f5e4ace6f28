import type { Threat } from "./threat.ts";

const kept = "src/http/kept-files.test.ts";
const documents = "src/documents/documents.test.ts";
const adminFiles = "src/admin/files.test.ts";
const active = "src/stamping/pdf/active-content.test.ts";
const preview = "e2e/preview.e2e.ts";

/** E: serving files. */
export const servingFiles: Threat[] = [
  {
    id: "E1",
    threat: "a file of the server is asked for by its path",
    expected: "404 for everybody: no folder is served but the built page, and documents pass their guard",
    tests: [
      {
        file: kept,
        name: "no file of the server can be had by its path, whoever asks and however it is written",
      },
      {
        file: kept,
        name: "an admin gets files by the keys of documents alone: no other path is one, and none is joined to a folder",
      },
      { file: "src/http/web.test.ts", name: "no path leads out of the built page" },
      { file: "src/files/store.test.ts", name: "nothing but a key names a file" },
    ],
  },
  {
    id: "E2",
    threat: "a downloaded file runs as a page of ours, or stays in somebody's cache",
    expected:
      "attachment, exact type, nosniff, a policy that allows nothing, private and not stored; mailed links too",
    tests: [
      {
        file: kept,
        name: "every file that is sent names its exact type, is kept by nobody, and nothing in it may run or be framed elsewhere",
      },
      {
        file: "src/documents/email.test.ts",
        name: "what is too large for a mail is linked: one document, 14 days, no account needed",
      },
    ],
  },
  {
    id: "E3",
    threat: "a preview runs something, is framed by others, or stays blank for all our care",
    expected:
      "our own output, inline and sandboxed by its header; the frame has no attribute that breaks viewers; pictures are seen",
    tests: [
      {
        file: preview,
        name: "the preview of a PDF is a frame that a viewer may fill: inline, exact, framed by our page alone",
      },
      { file: preview, name: "the preview of a picture is the stamped picture, and it is seen" },
      {
        file: "src/documents/word-and-pictures.test.ts",
        name: "a picture stays a picture of its kind, and is shown as one",
      },
    ],
  },
  {
    id: "E4",
    threat: "an original that is also a web page or an SVG is shown by a browser",
    expected:
      "refused when uploaded; admins are shown PDF, PNG and JPEG in a sandbox and save the rest; owners get no original inline",
    tests: [
      { file: "src/files/sniff.test.ts", name: "content of another type than the name claims is refused" },
      { file: "src/files/sniff.test.ts", name: "a PDF behind … is not accepted" },
      {
        file: adminFiles,
        name: "spec 6 admin: an original is shown in a tab of its own where nothing in it can run, and that is noted",
      },
      {
        file: adminFiles,
        name: "an original that browsers do not show by themselves is saved instead",
      },
    ],
  },
  {
    id: "E5",
    threat: "a PDF brings scripts, actions, or links that open files and programs",
    expected: "the stamped copy has none of them, and says so; links to the web stay",
    tests: [
      { file: active, name: "… does not reach the stamped copy" },
      {
        file: active,
        name: "a link to … does not reach the stamped copy, and the user is told",
      },
      {
        file: active,
        name: "links to the web, mail and telephone and to documents beside this one stay",
      },
      {
        file: "src/stamping/pdf/signatures.test.ts",
        name: "scripts are taken out of a signed PDF as well, by the same addition, and the signature stays valid",
      },
    ],
  },
  {
    id: "E6",
    threat: "a part of a file, or its length alone, is asked for past the guard",
    expected: "206 and HEAD for its owner, 404 for everybody else, 416 outside the file",
    tests: [
      { file: documents, name: "a reader may ask for a part of a file, or only for its length" },
      { file: documents, name: "nothing of a document is there for anybody else" },
      { file: "src/http/range.test.ts", name: "anything else is answered with the whole file" },
    ],
  },
  {
    id: "E7",
    threat: "a token in the address of a mailed link ends up in an access log or a Referer header",
    expected: "the token follows the #, and the page behind the link posts it in a form",
    tests: [
      {
        file: "src/documents/email.test.ts",
        name: "no mail carries a token where a server or a proxy would log it: every one follows a #",
      },
      {
        file: "e2e/email.e2e.ts",
        name: "a recipient without an account downloads the files from the page behind the link in the email",
      },
    ],
  },
];
