import { useEffect, useEffectEvent } from "react";
import { useRemoveUploads } from "../documents/use-remove-uploads.ts";
import { takeReplaced } from "./handed-over.ts";

/** Deletes the uploads that an attested collection replaces. Until it is attested, they stay. */
export function useRemoveReplaced(id: string, isAttested: boolean): void {
  const removeUploads = useRemoveUploads();
  const remove = useEffectEvent(() => removeUploads(takeReplaced(id)));
  useEffect(() => {
    // If this fails, they are deleted with their originals.
    if (isAttested) void remove().catch(() => undefined);
  }, [isAttested]);
}
