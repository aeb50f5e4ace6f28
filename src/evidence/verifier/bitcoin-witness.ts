import { sameBytes } from "../hash.ts";
import { readProof } from "../opentimestamps/read.ts";
import { type ProofState, proofState } from "../opentimestamps/state.ts";
import type { Detail } from "./detail.ts";
import type { Evidence } from "./evidence.ts";
import { labels, sentences } from "./sentences.ts";
import type { Trust } from "./trust.ts";
import { vouchedBy } from "./vouched-by.ts";
import type { Witness } from "./witness.ts";

const say = sentences.witness.openTimestamps;
const kind = "openTimestamps";

/**
 * Bitcoin as a witness of a head of the log (SHA-256 of its checkpoint). A proof names a block and the merkle root it
 * must have; only a block that is known here confirms it, since anyone can write a proof that names any block.
 */
export function bitcoinWitness(digest: Uint8Array, { proofs }: Evidence, trust: Trust): Witness {
  const [proof] = proofs.filter(({ bytes, about }) => about === "checkpoint" || isAbout(bytes, digest));
  const state = proofState(proof?.bytes, digest);
  const isWrong = proof !== undefined && state.state === "unverified";
  if (isWrong) return { kind, state: "unverified", sentence: say.wrong, details: [], isWrong };
  return buildWitness(state, trust);
}

function buildWitness(state: ProofState, trust: Trust): Witness {
  const told = (witness: Omit<Witness, "kind" | "details" | "isWrong">, details: Detail[] = []) => ({
    ...({ kind, details, isWrong: false } as const),
    ...witness,
  });
  switch (state.state) {
    case "absent":
    case "unverified":
      return told({ state: "absent", sentence: say.absent });
    case "pending":
      return told(
        { state: "pending", sentence: say.pending },
        state.calendars.map((calendar) => ({ label: labels.calendar, value: calendar })),
      );
    case "confirmed": {
      const { block, merkleRoot } = state;
      const details = [
        { label: labels.block, value: String(block) },
        { label: labels.merkleRoot, value: merkleRoot },
      ];
      if (vouchedBy({ block, merkleRoot }, trust) === "public") {
        const time = trust.publicBlocks.get(block)?.time;
        const seenBy = { name: say.name(block), voucher: "public" } as const;
        return told(
          { state: "confirmed", sentence: say.confirmed(block), ...(time && { time }), seenBy },
          details,
        );
      }
      const known = trust.blocks.get(block);
      if (known === merkleRoot) return told({ state: "confirmed", sentence: say.confirmed(block) }, details);
      if (known === undefined) {
        return told({ state: "unverified", sentence: say.unverified(block) }, details);
      }
      return { ...told({ state: "unverified", sentence: say.wrong }, details), isWrong: true };
    }
  }
}

const isAbout = (proof: Uint8Array, digest: Uint8Array) => {
  const read = readProof(proof);
  return read !== undefined && sameBytes(read.message, digest);
};
