import { useEffect, useRef } from "react";
import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { usePageVisible } from "../../../lib/use-page-visible.ts";
import { documentsMessages } from "../messages.ts";

export const everyMs = { visible: 2000, hidden: 10_000, afterFault: 5000 };
const text = documentsMessages.processing;

/** Asks for one document again and again while it is processed; slower when nobody looks or the server fails. */
export function useDocumentStatus(id: string | undefined) {
  const visible = usePageVisible();
  const query = trpc.documents.get.useQuery(
    { id: id ?? "" },
    {
      enabled: id !== undefined,
      refetchInterval: ({ state }) => {
        if (state.data?.status === "completed" || state.data?.status === "error") return false;
        if (!visible) return everyMs.hidden;
        return state.status === "error" ? everyMs.afterFault : everyMs.visible;
      },
      refetchIntervalInBackground: true,
    },
  );
  useFaultToast(query.isError);
  return query.data;
}

/** One toast when asking begins to fail, not one for each time. */
function useFaultToast(failing: boolean): void {
  const told = useRef(false);
  useEffect(() => {
    if (failing && !told.current) {
      notify({ kind: "error", title: text.pollFailed, description: text.pollFailedText });
    }
    told.current = failing;
  }, [failing]);
}
