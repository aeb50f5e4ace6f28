import { ListChecks, ListX } from "lucide-react";
import { shortName } from "../../../src/formats/text/quoted-name.ts";
import { Notice } from "../../components/notice.tsx";
import { fileCheckMessages } from "../../texts/file-check.ts";
import type { ReadersLists } from "./verify-task.ts";

const { ownLists, unusedLists } = fileCheckMessages;

/** Says whose lists decide who is independent, if they are not those that come with the page. */
export function ListsNotice({ lists: { from, unused } }: { lists: ReadersLists }) {
  const write = (names: string[]) => names.map(shortName).join(", ");
  return (
    <>
      {from.length > 0 && (
        <div className="mt-4">
          <Notice tone="brand" icon={<ListChecks aria-hidden="true" />}>
            {ownLists(write(from))}
          </Notice>
        </div>
      )}
      {unused.length > 0 && (
        <div className="mt-4">
          <Notice tone="warn" icon={<ListX aria-hidden="true" />}>
            {unusedLists(write(unused))}
          </Notice>
        </div>
      )}
    </>
  );
}
