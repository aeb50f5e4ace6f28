import { makeDocx } from "../../../../src/platform/office/test-word-samples.ts";
import { smallPdf } from "../../../../src/testing/test-documents.ts";
import type { Flow } from "../flow.ts";
import type { World } from "../world.ts";
import { documentsOf, stamp, upload } from "./steps.ts";

/** The main job: upload, process, completed. */
function buildStampingFlow(what: string, name: string, bytes: Uint8Array<ArrayBuffer>): Flow {
  const isDone = async (world: World) =>
    (await documentsOf(world, name)).some(({ status }) => status === "completed");
  return {
    what,
    begin: async () => {},
    async act(world) {
      await stamp(world, await upload(world, name, bytes));
      const [document] = await documentsOf(world, name);
      if (document?.status === "error") throw new Error(document.errorMessage ?? "");
    },
    again: async (world) =>
      stamp(world, (await documentsOf(world, name))[0]?.id ?? (await upload(world, name, bytes))),
    isDone,
    faultsIn: async (world) => {
      const { length } = await documentsOf(world, name);
      return length === 1 ? [] : [`there are ${length} documents instead of one`];
    },
  };
}

/** A gray PNG, 64 pixels wide and high. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAKUlEQVR42u3MQREAAAwCIKMb3RD77SAA6VEEAoFAIBAIBAKBQCAQfA8G320AeXC6efoAAAAASUVORK5CYII=";

export const stamping = buildStampingFlow("a PDF is uploaded and stamped", "lease.pdf", smallPdf());
export const stampingPictures = buildStampingFlow(
  "a picture is uploaded and stamped",
  "photo.png",
  Uint8Array.from(Buffer.from(picture, "base64")),
);
export const stampingWord = buildStampingFlow(
  "a Word document is uploaded and stamped",
  "letter.docx",
  Uint8Array.from(makeDocx()),
);
