import type { Threat } from "./threat.ts";

const crafted = "src/evidence/pack/crafted-packs.test.ts";
const judging = "src/evidence/judge/judge.test.ts";
const console = "src/commands/verify.test.ts";
const mutated = "src/evidence/pack/mutated-packs.test.ts";

/** V: what makes somebody who checks a file believe more than is true. */
export const verification: Threat[] = [
  {
    id: "V1",
    threat: "an evidence pack or container that is all green unpacks to other files in another program",
    expected:
      "it is sound only when writing its files again gives its very bytes; every program unpacks the same files from it",
    tests: [
      { file: crafted, name: "a pack with … is not all green" },
      { file: crafted, name: "a container with … is not sound" },
      {
        file: crafted,
        name: "what is all green is unpacked to the same files by every other program, whatever the document hides",
      },
      {
        file: mutated,
        name: "… is sound, and with any byte or file changed, added, removed or moved it is not",
      },
    ],
  },
  {
    id: "V2",
    threat: "the verification page finds nothing to compare in a file that the console calls changed",
    expected: "page, console and verify.html say the same words of every file",
    tests: [
      {
        file: "e2e/verifiers-agree.e2e.ts",
        name: "page, console and verify.html say the same of every file and of what is made of it",
      },
      {
        file: "src/evidence/judge/read-given-files.test.ts",
        name: "what is compared by its fingerprint alone gets the answer that its bytes would get",
      },
    ],
  },
  {
    id: "V3",
    threat:
      "somebody signs up under the name of a court, and the verifier says that a document is issued for it",
    expected:
      "every name says that it is as stated by the account and not checked; an original was received, not issued; each time says by whose clock it is",
    tests: [
      {
        file: judging,
        name: "a name that an account chose stays within its quotation marks, and nobody is said to be who it names",
      },
      {
        file: judging,
        name: "a time-stamp of an external authority is told by its name, our own as that of our own clock",
      },
      { file: judging, name: "a sealed certificate is called a certificate, and no stamped copy is" },
    ],
  },
  {
    id: "V4",
    threat: "the keys that a console checks with are somebody else's",
    expected:
      "they come over https from the host that was named, which is printed with the SHA-256 of its root; no redirect leads elsewhere",
    tests: [
      { file: console, name: "keys come over https alone, or from this machine" },
      {
        file: console,
        name: "no redirect to another server is followed, and the host is told as it is, not as it looks",
      },
      { file: console, name: "the keys come from the service itself with --origin, and its documents hold" },
      {
        file: "src/files/authority-keys.test.ts",
        name: "the certificates of an installation carry its host, to its end where there is no room for all of it",
      },
      {
        file: "src/read-remote.test.ts",
        name: "a redirect is followed on the same server alone, and not for ever",
      },
    ],
  },
];
