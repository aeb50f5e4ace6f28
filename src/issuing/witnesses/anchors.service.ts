import { readBlockHeader } from "../../evidence/bitcoin/block-header.ts";
import { publicAuthorities } from "../../evidence/trust-lists/public-authorities.ts";
import type { IssuingConfig } from "../config.ts";
import type { IssuingDeps } from "../deps.ts";
import { type AnchorKind, shippedAnchors } from "./shipped-anchors.ts";
import {
  findConfirmedSize,
  findNewestConfirmations,
  isConfirmed,
  listAnswers,
  listHeaders,
  listWitnessed,
  saveAnswer,
  saveFailure,
} from "./witnesses.repo.ts";

/** Someone who is asked about the head of the log, and when they last answered. */
export type AnchorState = {
  kind: AnchorKind | "witness";
  /** As people see it (see `shownAddress`), with a number if it is the second one or a further one of its host. */
  address: string;
  /** Who runs it, if it is on a list that comes with the product. */
  operator: string | undefined;
  answeredAt: Date | undefined;
  /** Since when they have given nothing usable, and why. */
  failing: { since: Date; error: string } | undefined;
};

export type Anchoring = {
  anchors: AnchorState[];
  /**
   * `off`: no one is asked; `unused`: nothing was sent out yet. Of the newest head that was sent out: `promised`:
   * calendars have promised to confirm it; `missing`: there is no confirmation and no promise.
   */
  state: "off" | "unused" | "anchored" | "promised" | "missing";
  /** When someone last confirmed a head, by the time in that confirmation. */
  lastAt: Date | undefined;
};

/** Who is asked about the log's head, in the order in which pages and commands list them, and what came of it. */
export async function readAnchoring(deps: Pick<IssuingDeps, "config" | "db">): Promise<Anchoring> {
  const { config, db } = deps;
  const answers = new Map((await listAnswers(db)).map((row) => [row.address, row]));
  const addresses = listAddresses(config).map(({ kind, url }) => ({ kind, key: hostAndPath(url) }));
  const anchors = addresses.map(({ kind, key }, at): AnchorState => {
    const shown = shownAddress(key);
    const before = addresses
      .slice(0, at)
      .filter((one) => one.kind === kind && shownAddress(one.key) === shown).length;
    const { answeredAt, failingSince: since, failure: error } = answers.get(key) ?? {};
    return {
      kind,
      address: before === 0 ? shown : `${shown} (${before + 1})`,
      operator: operators.get(key),
      answeredAt: answeredAt ?? undefined,
      failing: since ? { since, error: error ?? "" } : undefined,
    };
  });
  const confirming = anchors.filter(({ kind }) => kind !== "explorer");
  return {
    anchors,
    state: confirming.length === 0 ? "off" : await readState(db),
    lastAt: await readLastConfirmation(db),
  };
}

async function readState(db: IssuingDeps["db"]): Promise<Exclude<Anchoring["state"], "off">> {
  const [newest] = await listWitnessed(db, 1);
  if (!newest) return "unused";
  if (await isConfirmed(db, newest)) return "anchored";
  return newest.proof === null ? "missing" : "promised";
}

/** A block's time is that of its miner. */
async function readLastConfirmation(db: IssuingDeps["db"]): Promise<Date | undefined> {
  const { times, block } = await findNewestConfirmations(db);
  const headers = block === undefined ? [] : await listHeaders(db, block, block);
  const all = [...times, ...headers.map(({ header }) => readBlockHeader(header).time)];
  return all.toSorted((one, other) => one.getTime() - other.getTime()).at(-1);
}

/** How many entries of the log, from the first one on, someone independent has confirmed. */
export async function readAnchoredSize({ db }: Pick<IssuingDeps, "db">): Promise<number> {
  return findConfirmedSize(db);
}

type Address = { kind: AnchorState["kind"]; url: string };

function listAddresses(config: IssuingConfig): Address[] {
  const of = (kind: Address["kind"], urls: string[]) => urls.map((url) => ({ kind, url }));
  return [
    ...of("authority", [...config.tsaUrls, ...config.anchorAuthorities]),
    ...of("calendar", config.otsCalendars),
    ...of(
      "witness",
      config.logWitnesses.map(({ url }) => url),
    ),
    ...of("explorer", config.otsCalendars.length > 0 ? config.bitcoinExplorers : []),
  ];
}

/** How an address is stored, without a password. Its path may be a secret, too: people see `shownAddress`. */
export function hostAndPath(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

/** The address as people see it: its path, too, only if it is on a list that comes with the product. */
export function shownAddress(stored: string): string {
  return operators.has(stored) ? stored.replace(/\/$/, "") : stored.replace(/\/.*$/, "");
}

const operators = new Map([
  ...publicAuthorities.flatMap(({ addresses, operator }) =>
    addresses.map((address) => [hostAndPath(address), operator] as const),
  ),
  ...shippedAnchors.map(({ address, operator }) => [hostAndPath(address), operator] as const),
]);

/** Someone gave what was asked for. */
export async function noteAnswer({ db, now }: Pick<IssuingDeps, "db" | "now">, url: string): Promise<void> {
  await saveAnswer(db, hostAndPath(url), new Date(now()));
}

/** Someone gave nothing usable. Returns whether that is news: a failure is logged when it begins, not every hour. */
export async function noteFailure(
  { db, now }: Pick<IssuingDeps, "db" | "now">,
  url: string,
  error: string,
): Promise<boolean> {
  const at = new Date(now());
  const since = await saveFailure(db, hostAndPath(url), at, error);
  return since.getTime() === at.getTime();
}
