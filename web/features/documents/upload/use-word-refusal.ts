import { trpc } from "../../../lib/trpc.ts";
import { translateServerMessage } from "../../../texts/translation.ts";

const askAgainMs = 10_000;

/**
 * Why the server cannot take Word documents, in its words; undefined when it can, or has not said. It is asked
 * again until it can: LibreOffice may just be on its way.
 */
export function useWordRefusal(): string | undefined {
  const { data } = trpc.documents.accepted.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.wordRefusal === null ? false : askAgainMs),
  });
  return data?.wordRefusal ? translateServerMessage(data.wordRefusal) : undefined;
}
