import type { Threat } from "./threat.ts";

const crafted = "src/evidence/pack/crafted-packs.test.ts";
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
];
