import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import {
  type ListState,
  readListStates,
  removeTrustedList,
  storeTrustedList,
} from "../../issuing/tsa/trusted-lists.service.ts";
import { printable } from "./printable.ts";
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

/** Prints the lists of this server. */
export async function listImported(): Promise<void> {
  await printWithExistingData(async (deps) => {
    const states = await readListStates(deps);
    return states.length === 0
      ? "This server has no trusted list."
      : printable(states.map(({ list, state }) => `${describeList(list)}${remarks[state]}`).join("\n"));
  });
}

const remarks: Record<ListState["state"], string> = {
  current: "",
  "due-soon": " Please import the next version.",
  overdue: " It is overdue and makes nothing qualified: please import the next version.",
};

/** Deletes the list of a state. */
export async function removeImported(territory: string): Promise<void> {
  await printWithExistingData(async (deps) => {
    if (!(await removeTrustedList(deps, territory))) throw isUnknown(territory);
    const again = deps.config.trustedLists.length > 0 ? " What TRUSTED_LISTS names is fetched again." : "";
    return printable(
      `Removed the trusted list of ${territory}. No earlier version can be imported after it.${again}`,
    );
  });
}

const isUnknown = (territory: string) =>
  new AppError("not_found", "trusted-list-not-found", "This server has no trusted list of {territory}.", {
    params: { territory },
  });

const isOlder = (params: { territory: string; sequence: number; stored: number }) =>
  new AppError(
    "conflict",
    "trusted-list-older",
    "Version {sequence} of the trusted list of {territory} is older than version {stored}, which this server has, or had before it was removed.",
    { params },
  );

const isTooLarge = (territory: string) =>
  new AppError(
    "unsupported",
    "trusted-list-too-large",
    "The trusted list of {territory} has more services and certificates than this program can use.",
    { params: { territory } },
  );
