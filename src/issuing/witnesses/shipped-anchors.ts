import { publicAuthorities } from "../../evidence/trust-lists/public-authorities.ts";

/**
 * `calendar`: OpenTimestamps, leads to Bitcoin; `explorer`: the block headers that confirm what calendars say;
 * `authority`: time-stamps (RFC 3161).
 */
export const anchorKinds = ["calendar", "explorer", "authority"] as const;
export type AnchorKind = (typeof anchorKinds)[number];

/** Someone who receives the head of the log, or has block headers, and where to read about the service. */
export type ShippedAnchor = {
  kind: AnchorKind;
  address: string;
  operator: string;
  /** Where the operator, or the project the operator belongs to, describes the service or its terms. */
  policy: string;
  /**
   * The day on which this entry was last compared with public descriptions of the service, and an authority's roots
   * with those that Mozilla trusts. `config check --connect` asks the addresses.
   */
  checked: string;
};

const openTimestamps = "https://opentimestamps.org/#calendars";
const checked = "2026-11-28";

/** An authority of the verifier's own list, which has its roots: its tokens count for strangers. */
function listedAuthority(name: string): ShippedAnchor[] {
  return publicAuthorities
    .filter((authority) => authority.name === name)
    .flatMap(({ addresses: [address = ""], operator, policies: policy }) => [
      { kind: "authority", address, operator, policy, checked },
    ]);
}

/** Whom a server asks unless ANCHORS says otherwise. They serve anyone at no cost; there is no contract with them. */
export const shippedAnchors: readonly ShippedAnchor[] = [
  {
    kind: "calendar",
    address: "https://alice.btc.calendar.opentimestamps.org",
    operator: "OpenTimestamps",
    policy: openTimestamps,
    checked,
  },
  {
    kind: "calendar",
    address: "https://bob.btc.calendar.opentimestamps.org",
    operator: "OpenTimestamps",
    policy: openTimestamps,
    checked,
  },
  {
    kind: "calendar",
    address: "https://finney.calendar.eternitywall.com",
    operator: "Eternity Wall",
    policy: openTimestamps,
    checked,
  },
  {
    kind: "calendar",
    address: "https://btc.calendar.catallaxy.com",
    operator: "Catallaxy",
    policy: openTimestamps,
    checked,
  },
  {
    kind: "explorer",
    address: "https://blockstream.info/api",
    operator: "Blockstream",
    policy: "https://github.com/Blockstream/esplora/blob/master/API.md",
    checked,
  },
  {
    kind: "explorer",
    address: "https://mempool.space/api",
    operator: "The Mempool Open Source Project",
    policy: "https://mempool.space/docs/api/rest",
    checked,
  },
  ...listedAuthority("DigiCert"),
  ...listedAuthority("Sectigo"),
];
