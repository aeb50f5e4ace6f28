import { expect, test } from "bun:test";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import { filesIn } from "../../formats/zip/test-pieces.ts";
import { partNames } from "../part-names.ts";
import { noEvidence } from "../verifier/evidence.ts";
import { sayStageOf } from "../verifier/stage.ts";
import { issue, issueCollection, now, outside, trust } from "../verifier/test-issued.ts";
import {
  readersLists,
  textsWithWitness,
  trustOfReader,
  trustOfService,
  witnessesAbout,
} from "../verifier/test-witnessed.ts";
import { describeTime } from "../verifier/time-sentences.ts";
import type { Trust } from "../verifier/trust.ts";
import { verifyFiles } from "../verifier/verify-files.ts";
import type { PackParts } from "./pack-parts.ts";
import { buildCollectionPack, buildCollectionParts, buildPack, buildPackParts } from "./test-packs.ts";

/** What the README of a pack says about its time, and what a verifier answers to the pack. */
function answersTo(pack: Uint8Array): { readme: string | undefined; verifier: string | undefined } {
  const text = filesIn(pack).find(({ name }) => name === partNames.readme)?.data;
  const [, readme] = /With this pack, .* answer: (.*)$/m.exec(new TextDecoder().decode(text)) ?? [];
  const [report] = verifyFiles([{ name: "pack.zip", bytes: pack }], noEvidence, trust, now);
  const said = report ? describeTime(report.findings.when) : [];
  return { readme, verifier: said.map(({ message }) => message).join(" ") };
}

test("the README says who vouches for the time, in the verifier's words: only the service, or an authority that only it names", async () => {
  const own = answersTo(await buildPack(await buildPackParts(await issue())));
  expect(own.readme).toEndWith(
    "by Attestamp's own clock. Only Attestamp itself vouches for that time. Proof of time: own clock only.",
  );
  expect(own.readme).toBe(own.verifier);
  const issued = await issue(undefined, undefined, undefined, outside.tsa);
  const named = answersTo(await buildPack(await buildPackParts(issued)));
  expect(named.readme).toContain("Only Attestamp says that this authority is independent.");
  expect(named.readme).toBe(named.verifier);
});

test("the README of a collection says the same as a verifier, also if witnesses saw it whom only the service names", async () => {
  const issued = await issueCollection(["a.jpg", "b.jpg"]);
  const parts = await buildCollectionParts(issued);
  const { token } = witnessesAbout(issued.receipt);
  for (const witnessed of [undefined, { tokens: [token] }]) {
    const { readme, verifier } = answersTo(
      await buildCollectionPack({ ...parts, ...(witnessed && { witnessed }) }),
    );
    expect(readme).toContain("Only Attestamp itself vouches for that time.");
    expect(readme).toBe(verifier);
  }
});

const { stage: sayStage, forging } = stageWords.en;

/** How far the proof has grown by the README of a pack, and by a verifier with the same lists. */
function stagesOf(pack: Uint8Array, by: Trust): { readme: string | undefined; verifier: string | undefined } {
  const text = filesIn(pack).find(({ name }) => name === partNames.readme)?.data;
  const [, readme] =
    /^How far the proof had grown when this pack was made: (.*)$/m.exec(new TextDecoder().decode(text)) ?? [];
  const [report] = verifyFiles([{ name: "pack.zip", bytes: pack }], noEvidence, by, now);
  return { readme, verifier: report && sayStageOf(report, stageWords.en) };
}

/** The stages with whom the reader's own lists make independent, and with those that come with the program. */
async function stagesWith(
  witnessed: PackParts["witnessed"],
): Promise<Record<"ofReader" | "shipped", ReturnType<typeof stagesOf>>> {
  const parts = {
    ...(await buildPackParts(issued)),
    ...(witnessed && { witnessed }),
    trust: textsWithWitness,
  };
  return {
    ofReader: stagesOf(await buildPack({ ...parts, lists: readersLists }), trustOfReader),
    shipped: stagesOf(await buildPack(parts), trustOfService),
  };
}

const both = (words: string) => ({ readme: words, verifier: words });
const issued = await issue();
const { token, anchored, headers } = witnessesAbout(issued.receipt);
const alone = `${sayStage({ witnesses: 0 })} ${forging["own-clock"]}`;

test("the README says how far the proof has grown and what a forgery would take, in the words of the verifiers", async () => {
  expect(await stagesWith(undefined)).toEqual({ ofReader: both(alone), shipped: both(alone) });
  // Whom only the service names is not independent of it.
  expect(await stagesWith({ tokens: [token] })).toEqual({
    ofReader: both(`${sayStage({ witnesses: 1 })} ${forging["seen-later"]}`),
    shipped: both(alone),
  });
});

test("a Bitcoin block is the last stage in the README only with the headers that confirm it", async () => {
  const inBlock = `${sayStage({ witnesses: 1, block: 923_456 })} ${forging["seen-later"]}`;
  const { ofReader, shipped } = await stagesWith({ tokens: [token], proof: anchored, headers });
  expect({ ofReader, shipped }).toEqual({ ofReader: both(inBlock), shipped: both(alone) });
  expect((await stagesWith({ tokens: [], proof: anchored })).ofReader).toEqual(both(alone));
});
