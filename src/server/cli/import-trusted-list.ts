import { AppError } from "../../errors.ts";
import { storeTrustedList } from "../../issuing/tsa/trusted-lists.service.ts";
import { checkLists, describeList } from "./trusted-list.ts";
import { printWithExistingData } from "./with-deps.ts";

/** Stores trusted lists, all of which were checked before; a running server uses them for its next document. */
export async function importLists(files: string[], signerFile: string): Promise<void> {
  const lists = checkLists(files, signerFile);
  await printWithExistingData(async (deps) => {
    for (const { territory, sequence, ...list } of lists) {
      const stored = await storeTrustedList(deps, { territory, sequence, ...list });
      if (stored > sequence) throw isOlder({ territory, sequence, stored });
    }
    return lists.map((list) => `Imported: ${describeList(list)}`).join("\n");
  });
}

const isOlder = (params: { territory: string; sequence: number; stored: number }) =>
  new AppError(
    "conflict",
    "trusted-list-older",
    "Version {sequence} of the trusted list of {territory} is older than version {stored}, which this server has.",
    { params },
  );
