import { sameBytes } from "../hash.ts";
import { readProof } from "../opentimestamps/read.ts";
import { claimedBlocks, proofState } from "../opentimestamps/state.ts";
import type { Detail } from "./detail.ts";
import type { Evidence } from "./evidence.ts";
import { labels, sentences } from "./sentences.ts";
import type { Trust } from "./trust.ts";
import { vouchedBy } from "./vouched-by.ts";
import type { Witness } from "./witness.ts";

const say = sentences.witness.openTimestamps;
const kind = "openTimestamps";
/** Bitcoin accepts a block whose time is wrong by up to two hours. */
const maxClockErrorMs = 2 * 3_600_000;

/**
 * Bitcoin as a witness of a head of the log (SHA-256 of its checkpoint). Anyone can write a proof that names any block:
 * only one that its header and those after it confirm counts. A proof is wrong only if it came as that of this head and
 * is damaged or about something else; a block that is not confirmed may just not be known here.
 */
export function bitcoinWitness(digest: Uint8Array, { proofs }: Evidence, trust: Trust): Witness {
  const own = proofs.filter(({ about }) => about === "checkpoint");
  // One that came from anywhere may have attestations of other kinds only: it says nothing here, but is not false.
  const loose = proofs.filter(
    ({ bytes, about }) =>
      about === undefined && isAbout(bytes, digest) && proofState(bytes, digest).state !== "unverified",
  );
  const about = [...own, ...loose];
  const told = (
    witness: Pick<Witness, "state" | "sentence" | "time" | "seenBy" | "block">,
    details: Detail[] = [],
  ) => ({
    ...({ kind, details, isWrong: false } as const),
    ...witness,
  });
  const states = about.map(({ bytes }) => proofState(bytes, digest));
  if (states.some(({ state }) => state === "unverified"))
    return { ...told({ state: "unverified", sentence: say.wrong }), isWrong: true };
  const blocks = about.flatMap(({ bytes }) => claimedBlocks(bytes));
  const confirmed = blocks.find((one) => vouchedBy(one, trust) === "public");
  const [first] = blocks;
  const claimed = confirmed ?? first;
  if (claimed) {
    const { block, merkleRoot } = claimed;
    const time = trust.publicBlocks.get(block)?.time;
    const details = [
      { label: labels.block, value: String(block) },
      { label: labels.merkleRoot, value: merkleRoot },
    ];
    if (!confirmed || !time) return told({ state: "unverified", sentence: say.unverified(block) }, details);
    const seenBy = { name: say.name(block), voucher: "public" } as const;
    const seen = new Date(time.getTime() + maxClockErrorMs);
    return told(
      { state: "confirmed", sentence: say.confirmed(block, time), time: seen, seenBy, block },
      details,
    );
  }
  const calendars = states.flatMap((state) => (state.state === "pending" ? state.calendars : []));
  if (calendars.length === 0) return told({ state: "absent", sentence: say.absent });
  return told(
    { state: "pending", sentence: say.pending },
    calendars.map((calendar) => ({ label: labels.calendar, value: calendar })),
  );
}

const isAbout = (proof: Uint8Array, digest: Uint8Array) => {
  const read = readProof(proof);
  return read !== undefined && sameBytes(read.message, digest);
};
