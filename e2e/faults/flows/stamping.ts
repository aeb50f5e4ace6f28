import type { Flow } from "../flow.ts";
import { documentsOf, stamp, upload } from "./steps.ts";

const name = "lease.pdf";

/** The main job: upload, process, completed. */
export const stamping: Flow = {
  what: "a document is uploaded and stamped",
  begin: async () => {},
  act: async (world) => stamp(world, await upload(world, name)),
  again: async (world) => stamp(world, documentsOf(world, name)[0]?.id ?? (await upload(world, name))),
  isDone: (world) => documentsOf(world, name).some(({ status }) => status === "completed"),
  faultsIn: (world) => {
    const { length } = documentsOf(world, name);
    return length === 1 ? [] : [`there are ${length} documents instead of one`];
  },
};
