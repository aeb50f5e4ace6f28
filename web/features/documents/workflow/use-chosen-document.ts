import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import type { DocumentView } from "../document.ts";
import { canBeSetUp } from "./workflow.ts";

/** Opens the document that the address names, once, when the user comes from the page of all documents. */
export function useChosenDocument(onChosen: (document: DocumentView) => void): void {
  const { document: id } = useSearch({ from: "/" });
  const navigate = useNavigate();
  const calls = trpc.useUtils();
  const setUp = useEffectEvent(async (chosen: string) => {
    await navigate({ to: "/", replace: true });
    try {
      const document = await calls.documents.get.fetch({ id: chosen }, { staleTime: 0 });
      if (canBeSetUp(document)) onChosen(document);
    } catch (error) {
      const { message = documentsMessages.history.failed } = parseServerError(error);
      notify({ kind: "error", title: documentsMessages.configure.failed, description: message });
    }
  });
  useEffect(() => {
    if (id !== undefined) void setUp(id);
  }, [id]);
}
