import { z } from "zod";
import type { Settings } from "../platform/setting.ts";
import { certificates } from "../platform/setting-values.ts";
import { tsaHeaders } from "./tsa/tsa-access.ts";
import { anchorsSetting } from "./witnesses/anchor-settings.ts";
import { addresses, addressesWithoutSlash, logKeys, witnesses } from "./witnesses/witness-settings.ts";

/** How evidence is issued, and who vouches for it. */
export const issuingSettings = {
  tsaUrls: {
    name: "TSA_URLS",
    schema: addresses.default([]),
    about:
      "External time-stamp authorities (RFC 3161) that time-stamp every document when it is stamped, tried in this order, separated by commas. Without one, that is done by the clock of this server. They replace the listed authorities of `ANCHORS=on`.",
  },
  tsaHeaders: {
    name: "TSA_HEADERS",
    schema: tsaHeaders.default([]),
    about:
      "Headers that authorities in `TSA_URLS` require, such as API keys: `HOST NAME: VALUE`, each in a line of its own; best as `TSA_HEADERS_FILE`. Each goes only to its host, by https. A user name and password can stand in the address instead (docs/qualified-timestamps.md).",
    isSecret: true,
    example: "tsa.example.org X-Api-Key: 3f9c…",
  },
  tsaClientCertificate: {
    name: "TSA_CLIENT_CERTIFICATE",
    schema: certificates.optional(),
    about:
      "The certificate (PEM) with which this server identifies itself to the authorities in `TSA_URLS` that ask for one; best as `TSA_CLIENT_CERTIFICATE_FILE`.",
  },
  tsaClientKey: {
    name: "TSA_CLIENT_KEY",
    schema: z
      .string()
      .refine((pem) => pem.includes("PRIVATE KEY-----"), "Please provide the key in PEM format")
      .optional(),
    about: "The key of this certificate (PEM); best as `TSA_CLIENT_KEY_FILE`.",
    isSecret: true,
  },
  trustedLists: {
    name: "TRUSTED_LISTS",
    schema: addresses.default([]),
    about:
      "Trusted lists of states (XML), which say which authorities are qualified, separated by commas. They are fetched every day (docs/qualified-timestamps.md).",
    example: "https://tsl.example.eu/list.xml",
  },
  trustedListSigners: {
    name: "TRUSTED_LIST_SIGNERS",
    schema: certificates.optional(),
    about:
      "The certificates (PEM) of those who may have signed these lists, each for the state in it or in a line such as `# territory ES` above it; best as `TRUSTED_LIST_SIGNERS_FILE`.",
  },
  tsaRoots: {
    name: "TSA_ROOTS",
    schema: z
      .string()
      .refine(
        (pem) => pem.includes("-----BEGIN CERTIFICATE-----"),
        "Please provide certificates in PEM format",
      )
      .optional(),
    about:
      "Root certificates (PEM) of authorities that computers do not trust by default; best as `TSA_ROOTS_FILE`.",
  },
  anchors: {
    name: "ANCHORS",
    schema: anchorsSetting.default("on"),
    // Empty could mean "no one" to those who write it, and the default is to ask others.
    ifEmpty: "Write on, off or a list.",
    about:
      "Who confirms the head of the public log: every hour in which it has grown, they get its hash, which says nothing about any document. `on`: the public calendars, block explorers and authorities that docs/security.md lists. `off`: only those whom other settings name. Or a list of your own, separated by commas, such as `calendar https://ots.example.org, authority https://tsa.example.org`.",
  },
  otsCalendars: {
    name: "OTS_CALENDARS",
    schema: addressesWithoutSlash.default([]),
    about:
      "OpenTimestamps calendars (not pools, which forward requests), separated by commas. They anchor the public log in Bitcoin. They replace the listed calendars of `ANCHORS=on`.",
    example: "https://alice.btc.calendar.opentimestamps.org",
  },
  bitcoinExplorers: {
    name: "BITCOIN_EXPLORERS",
    schema: addressesWithoutSlash.default([]),
    about:
      "The APIs of block explorers (Esplora), tried in this order. Evidence packs get the headers of the blocks that calendars name from there, without which no one can confirm them. They replace the listed explorers of `ANCHORS=on`.",
    example: "https://blockstream.info/api",
  },
  watch: {
    name: "WATCH",
    schema: addressesWithoutSlash.default([]),
    about:
      "Addresses of other Attestamp servers, separated by commas, whose public logs this server looks at every hour, as `attestamp monitor` does. An alarm is in the server's log, in `/api/ready` and in the admin portal. Two servers can watch each other.",
    example: "https://stamps.example.net",
  },
  logWitnesses: {
    name: "LOG_WITNESSES",
    schema: witnesses.default([]),
    about:
      "Witnesses that cosign the public log (c2sp.org/tlog-witness), each as verifier key, space and address, separated by commas.",
  },
  witnessFor: {
    name: "WITNESS_FOR",
    schema: logKeys.default([]),
    about:
      "Verifier keys of other logs that this server cosigns at `/evidence/witness/add-checkpoint`; its own key is at `/evidence/witness/vkey`.",
  },
  sealFormat: {
    name: "SEAL_FORMAT",
    schema: z.enum(["pades", "pkcs7"]).default("pades"),
    about:
      "The format of seals in PDF files: `pades`, or `pkcs7` for viewers that know only `adbe.pkcs7.detached`, such as Firefox.",
  },
} satisfies Settings;
