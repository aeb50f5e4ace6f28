import { expect, test } from "bun:test";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import { filesIn } from "../../formats/zip/test-pieces.ts";
import { partNames } from "../part-names.ts";
import { noEvidence } from "../verifier/evidence.ts";
import { describeTime } from "../verifier/summary.ts";
import { issue, issueCollection, now, outside, trust } from "../verifier/test-issued.ts";
import { witnessesAbout } from "../verifier/test-witnessed.ts";
import { verifyFiles } from "../verifier/verify-files.ts";
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

test("the README says how far the proof has grown, in the words of the record page", async () => {
  const issued = await issue();
  const readmeOf = async (parts: Partial<Awaited<ReturnType<typeof buildPackParts>>>) => {
    const pack = await buildPack({ ...(await buildPackParts(issued)), ...parts });
    return new TextDecoder().decode(filesIn(pack).find(({ name }) => name === partNames.readme)?.data);
  };
  const { receipt } = issued;
  const grown = `How far the proof had grown when this pack was made: ${stageWords.en.stage({ witnesses: 0 })}`;
  expect(await readmeOf({ receipt })).toContain(grown);
  // A witness whom only the service names is not independent of it.
  expect(await readmeOf({ witnessed: { tokens: [witnessesAbout(receipt).token] } })).toContain(grown);
});
