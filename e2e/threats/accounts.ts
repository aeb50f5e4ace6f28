import type { Threat } from "./threat.ts";

const accountsTests = "src/accounts/accounts.test.ts";
const sessions = "src/accounts/sessions.test.ts";
const passwords = "src/accounts/passwords.test.ts";
const password = "src/accounts/password.test.ts";
const operator = "src/accounts/operator.test.ts";
const limits = "src/limits.test.ts";
const confirmation = "src/accounts/email-confirmation.test.ts";
const email = "src/documents/email.test.ts";
const users = "src/admin/users.test.ts";
const routes = "src/http/every-route.test.ts";

/** A12 to A22: accounts. */
export const accounts: Threat[] = [
  {
    id: "A12",
    threat: "the login tells which names exist",
    expected:
      "one status, one body and the same work for unknown names, wrong passwords and deleted accounts",
    tests: [
      { file: accountsTests, name: "unknown name, wrong password and deleted account get the same answer" },
      {
        file: accountsTests,
        name: "a login takes the same work for a wrong password, an unknown name and a deleted account",
      },
      { file: passwords, name: "a name nobody has takes as long as a wrong password" },
    ],
  },
  {
    id: "A13",
    threat: "the registration tells who has an account",
    expected:
      "a taken name is said, a taken address is not; 60 registrations an hour from one address, since a class room shares one",
    tests: [
      { file: accountsTests, name: "a name that is taken is refused, in whatever letters it is written" },
      {
        file: accountsTests,
        name: "an e-mail address that somebody else uses gets the same answer as a new one",
      },
      { file: limits, name: "a class room of sixty registers from one address; the sixty-first waits" },
    ],
  },
  {
    id: "A14",
    threat: "a name is taken that looks like another one",
    expected:
      "names are compared without case, width, blanks and dots; characters nobody sees and mixed alphabets are refused",
    tests: [
      { file: accountsTests, name: "a name that is taken is refused, in whatever letters it is written" },
      { file: accountsTests, name: "a user name that only looks like another one is refused" },
    ],
  },
  {
    id: "A15",
    threat: "fields that no form offers are sent along",
    expected:
      "they are dropped: nobody becomes an admin, gets credits, a paid document or a chosen serial number",
    tests: [
      {
        file: accountsTests,
        name: "fields nobody offered are dropped: nobody registers as an administrator or with credits",
      },
      {
        file: "src/documents/strangers.test.ts",
        name: "what a process call says of payment, number, owner and time counts for nothing",
      },
    ],
  },
  {
    id: "A16",
    threat: "a deleted account goes on",
    expected:
      "sessions, names, links and code end in one transaction; what is under way ends without the names; documents stay verifiable without a name",
    tests: [
      {
        file: users,
        name: "spec 4 users: a deleted account is signed out everywhere, cannot log in and leaves the list",
      },
      { file: routes, name: "the session of a deleted account is nobody's, on every route" },
      {
        file: users,
        name: "a deletion that breaks off in the middle changes nothing: nobody is half deleted",
      },
      {
        file: users,
        name: "spec 4 users: names, address and password of a deleted account are forgotten, its referral code is dead",
      },
      {
        file: users,
        name: "spec 4 users: documents of a deleted account are anonymised and stay verifiable without a name",
      },
      {
        file: users,
        name: "work that is under way when its account is deleted is finished, and what it signs and draws has no name",
      },
      {
        file: users,
        name: "what a deleted account was still sending is refused, and nothing is kept of it",
      },
      { file: password, name: "a deleted account and one without an address get no mail" },
    ],
  },
  {
    id: "A17",
    threat: "somebody keeps rights that were taken away",
    expected: "rights are read with every request",
    tests: [{ file: sessions, name: "rights are read with every request" }],
  },
  {
    id: "A18",
    threat: "an account is taken over by way of the forgotten password",
    expected:
      "256 random bits, kept hashed, good once and for an hour; all sessions end, nobody is signed in, the owner is told; one answer in one time; the link has the public address",
    tests: [
      { file: password, name: "a forgotten password is set anew through the link of a mail" },
      { file: password, name: "a link works once, and for an hour" },
      { file: password, name: "two people who use a link at the same moment do not both set a password" },
      {
        file: password,
        name: "a new password ends all sessions, takes other links along and is told to the owner",
      },
      { file: password, name: "the answer is the same for a name, an address and nobody" },
      { file: password, name: "the answer takes the same time for an account and for nobody" },
      { file: password, name: "only the hash of a token is kept, and no mail keeps it" },
      { file: password, name: "links are built from the public address, whatever the Host header says" },
    ],
  },
  {
    id: "A19",
    threat: "secrets are read in the log",
    expected: "no password, session, mailed link, signature or key of Stripe stands in any line",
    tests: [
      {
        file: "src/log.test.ts",
        name: "no secret of anybody is ever logged: passwords, sessions, links of mails, keys of Stripe",
      },
      {
        file: "src/log.test.ts",
        name: "a mail server that cannot be reached is named in the log without its password",
      },
      {
        file: accountsTests,
        name: "logins that are refused leave a trace for the operator: from where, to which account, and nothing that was typed",
      },
    ],
  },
  {
    id: "A20",
    threat: "the first visitor, or a known default password, is the administrator",
    expected: "a fresh server has no account; admins are made by the operator alone",
    tests: [
      {
        file: operator,
        name: "a fresh server has no account, and who registers first is nobody special",
      },
      {
        file: operator,
        name: "the administrator of the settings is made at the first start, and only then",
      },
      {
        file: operator,
        name: "somebody who registered the administrator's name before gets no rights by it",
      },
      {
        file: operator,
        name: "an administrator with a short password has no rights until it is a longer one",
      },
      {
        file: operator,
        name: "neither the console nor a mailed link gives an administrator a short password",
      },
      {
        file: "src/config.test.ts",
        name: "a password too short for the administrator is refused under the name of its setting",
      },
    ],
  },
  {
    id: "A21",
    threat: "mails with chosen words, or in somebody else's name, are sent to strangers",
    expected:
      "mails on behalf of an account, and answers to it, need an address that was confirmed by a link; a recipient's name is a name; one mailbox gets and sends 20 documents a day over all accounts; nothing chosen by strangers is in a mail to an unconfirmed address",
    tests: [
      {
        file: email,
        name: "answers go to the sender's confirmed address, and without one nothing is sent to anybody",
      },
      { file: email, name: "the name of a recipient is a name: no message, no number, no address" },
      {
        file: email,
        name: "one mailbox gets 20 documents a day, however many accounts send them and however it is spelled",
      },
      {
        file: email,
        name: "one mailbox sends 20 documents a day, however many accounts have confirmed it",
      },
      {
        file: confirmation,
        name: "nothing in the mail to an unconfirmed address was chosen by who entered it",
      },
      {
        file: confirmation,
        name: "one network has three such links a day sent to a mailbox, over all its accounts and spellings",
      },
      {
        file: confirmation,
        name: "strangers who name my mailbox do not use up my link, and I get few mails from them",
      },
      {
        file: confirmation,
        name: "strangers who ask for my new password do not use up my link, and I get few mails from them",
      },
      {
        file: confirmation,
        name: "ten password changes in an hour send two mails: one at once, one at its end that tells of the last",
      },
      {
        file: confirmation,
        name: "an address that nobody confirmed gets five pieces of news a day over all accounts that claim it",
      },
      {
        file: confirmation,
        name: "a link that is made up, too old or for something else confirms nothing",
      },
      {
        file: "e2e/email.e2e.ts",
        name: "an address is confirmed from the dashboard, and only then documents are emailed",
      },
    ],
  },
  {
    id: "A22",
    threat: "accounts opened under somebody's address keep their reset from them, or fill their mailbox",
    expected:
      "links go to the accounts that confirmed the address, or else to the oldest that claims it, all in one mail, three mails an hour; a reset by mail confirms the address",
    tests: [
      {
        file: confirmation,
        name: "five accounts under somebody's address keep their own reset from nobody: an account of an older version",
      },
      { file: confirmation, name: "the same for an account that is younger than the five, and confirmed" },
      { file: confirmation, name: "nobody gets mails for accounts that others opened under their address" },
      { file: confirmation, name: "several accounts of one confirmed mailbox get their links in one mail" },
      {
        file: confirmation,
        name: "a mailbox gets three reset mails an hour, by name and by address together",
      },
      {
        file: confirmation,
        name: "a reset link that was on its way to a replaced address is not sent, and opens nothing",
      },
    ],
  },
];
