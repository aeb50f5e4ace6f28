import { removeDocument } from "../../../../src/features/documents/documents.service.ts";
import { filesIn } from "../../../../src/testing/test-documents.ts";
import type { Flow } from "../flow.ts";
import type { World } from "../world.ts";
import { documentsOf } from "./steps.ts";

async function remove(world: World): Promise<void> {
  for (const { id } of await documentsOf(world)) await removeDocument(world.deps, world.owner, id);
}

/** An owner deletes a stamped document: row, certificate and three files. */
export const deletingDocuments: Flow = {
  what: "a stamped document is deleted",
  begin: async () => {},
  act: remove,
  again: remove,
  isDone: async (world) => (await documentsOf(world)).length === 0,
  faultsIn: async ({ deps }) => filesIn(deps.config.dataDir).map((name) => `${name} is still there`),
};
