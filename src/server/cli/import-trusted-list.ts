import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { storeTrustedList } from "../../issuing/tsa/trusted-lists.service.ts";
import { checkLists, describeList } from "./trusted-list.ts";
import { printWithExistingData } from "./with-deps.ts";

/** Stores trusted lists, all or none of them; a running server uses them for its next document. */
export async function importLists(files: string[], signerFile: string): Promise<void> {
  const lists = checkLists(files, signerFile);
  await printWithExistingData(async (deps) => {
    await transaction(deps, async (deps) => {
      for (const list of lists) {
        const { territory, sequence } = list;
        const stored = await storeTrustedList(deps, list);
        if (stored === "too-large") throw isTooLarge(territory);
        if (stored > sequence) throw isOlder({ territory, sequence, stored });
      }
    });
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

const isTooLarge = (territory: string) =>
  new AppError(
    "unsupported",
    "trusted-list-too-large",
    "The trusted list of {territory} has more services and certificates than this program can use.",
    { params: { territory } },
  );
