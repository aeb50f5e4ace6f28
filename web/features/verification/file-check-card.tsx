import { FileSearch } from "lucide-react";
import { useCallback, useRef } from "react";
import { buttonLook } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { classes } from "../../lib/classes.ts";
import { useFileDrop } from "../../lib/use-file-drop.ts";
import { FileCheckResult } from "./file-check-result.tsx";
import type { Fingerprints } from "./match-file.ts";
import { verificationMessages } from "./messages.ts";
import { useFileCheck } from "./use-file-check.ts";

const text = verificationMessages.file;

/** Takes any file, reads it here and says which of the three known files it is. */
export function FileCheckCard({ fingerprints }: { fingerprints: Fingerprints }) {
  const zone = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { check, checkFile } = useFileCheck(fingerprints);
  const take = useCallback(
    ([file]: File[]) => {
      if (file) void checkFile(file);
    },
    [checkFile],
  );
  const over = useFileDrop(
    zone,
    useCallback(({ files }) => take(files), [take]),
  );
  return (
    <Card ref={zone} aria-labelledby="file-title" className="no-print">
      <h2 id="file-title" className="text-2xl">
        {text.title}
      </h2>
      <p className="mt-1 mb-4 text-muted">{text.text}</p>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className={classes(
          "grid w-full place-items-center gap-3 rounded-xl border-2 border-dashed px-4 py-7 transition-colors hover:border-brand hover:bg-tint",
          over ? "border-brand bg-tint" : "border-field-line bg-paper",
        )}
      >
        <FileSearch className="size-8 text-brand" aria-hidden="true" strokeWidth={1.5} />
        <span className={buttonLook({ look: "secondary" })}>{over ? text.drop : text.choose}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text.choose}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <FileCheckResult check={check} />
    </Card>
  );
}
