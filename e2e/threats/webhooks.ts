import type { Threat } from "./threat.ts";

const webhookTests = "src/webhooks/webhooks.test.ts";
const addressTests = "src/webhooks/address.test.ts";
const sending = "src/webhooks/send.test.ts";

/** W: webhooks, by which the server posts to addresses that strangers give it. */
export const webhooks: Threat[] = [
  {
    id: "W1",
    threat: "an address of a webhook is one of the server's own network, however it is written",
    expected:
      "refused when it is given and again before each delivery: loopback, local, link-local and metadata addresses, in IPv4, IPv6 and IPv4 within IPv6, also as octal, hexadecimal or decimal numbers",
    tests: [
      { file: addressTests, name: "nothing but computers on the internet counts as public" },
      { file: webhookTests, name: "no webhook reaches into the server's own network, by whatever name" },
    ],
  },
  {
    id: "W2",
    threat: "the name in an address leads into the server's network, or does so from the second lookup on",
    expected:
      "one private address among those of the name is enough to refuse; there is one lookup, and the connection goes to the address that was checked",
    tests: [
      {
        file: webhookTests,
        name: "a webhook whose host name leads into a private network is refused when it is saved",
      },
      { file: sending, name: "a name that leads to …, be it beside a public address, gets nothing" },
      {
        file: sending,
        name: "a name is looked up once, and what is connected to is the very address that was checked",
      },
    ],
  },
  {
    id: "W3",
    threat: "an endpoint leads elsewhere: by a redirect, or with a certificate that is not that of its name",
    expected: "no redirect is followed; without a trusted certificate for the name nothing is sent",
    tests: [
      { file: webhookTests, name: "redirects are not followed, and who hangs up is said to" },
      {
        file: sending,
        name: "a certificate counts for the name or the address in the endpoint's URL, when somebody trusted signed it",
      },
    ],
  },
  {
    id: "W4",
    threat: "somebody forges a delivery, or sends one again that they caught",
    expected:
      "id, time and body are signed with a secret of that webhook alone: receivers refuse what is forged, older than five minutes, or known by its id",
    tests: [
      {
        file: webhookTests,
        name: "what is sent is believed by the library of Standard Webhooks, and forged bodies are not",
      },
      {
        file: webhookTests,
        name: "what somebody caught and sends later is refused for its time, and time and id are signed",
      },
      {
        file: webhookTests,
        name: "what fails is sent again after each pause of the standard, the same bytes under the same id",
      },
    ],
  },
  {
    id: "W5",
    threat:
      "an endpoint or its name server never answers, or deliveries go on to one that nobody wants any more",
    expected:
      "each attempt ends after 15 seconds, a failing webhook is disabled after five days; disabled and deleted webhooks, and those of deleted accounts, get nothing",
    tests: [
      {
        file: sending,
        name: "a name that is looked up for ever and an endpoint that never answers are waited for as long as is given",
      },
      {
        file: webhookTests,
        name: "after five days without a delivery a webhook is disabled, and its owner told by mail",
      },
      {
        file: webhookTests,
        name: "what waits for a webhook when its owner disables it is not sent, and may be sent again when it is enabled",
      },
      {
        file: webhookTests,
        name: "what was not sent yet is not sent after the webhook or the account is deleted",
      },
      {
        file: webhookTests,
        name: "webhooks and deliveries are their owner's alone, and there are five at most",
      },
    ],
  },
  {
    id: "W6",
    threat: "an endpoint sends without end what is no answer, or an answer without end",
    expected:
      "of headers and an answer the beginning is read; of blank lines, interim answers and zeros before a chunk's length no more than comes with the first 64 kB; then the connection is closed",
    tests: [
      {
        file: sending,
        name: "who sends … for ever is heard no longer than it takes to read the beginning of an answer",
      },
    ],
  },
  {
    id: "W7",
    threat: "an address names the mail or the login of a stranger's machine, so that the server knocks there",
    expected:
      "443 and the ports from 1024 on are taken, no other, also not of a webhook that was there before",
    tests: [
      {
        file: addressTests,
        name: "a webhook goes to port 443, or to one where no service of a system listens",
      },
    ],
  },
];
