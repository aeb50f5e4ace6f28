import { X } from "lucide-react";
import { useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { writeSize } from "../../../src/formats/written-size.ts";
import { Button } from "../../components/button.tsx";
import { inputLook } from "../../components/field.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { classes } from "../../lib/classes.ts";
import { formatCount } from "../../lib/format.ts";
import { collectionsMessages } from "../../texts/collections.ts";
import { focusNextRow } from "../documents/history/focus-next-row.ts";
import { type ChosenFile, searchFiles, showControls } from "./chosen-files.ts";

const text = collectionsMessages.new.list;

/** Rows drawn at a time, so that the list of 50,000 files is drawn as fast as a short one. */
const shownAtATime = 100;
/** A shorter list needs no search. */
const minSearched = 10;

type ChosenFileListProps = { files: readonly ChosenFile[]; onRemove: (path: string) => void };

/** The chosen files, which can be searched and taken out one by one. Nothing of this is sent. */
export function ChosenFileList({ files, onRemove }: ChosenFileListProps) {
  const titleId = useId();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [term, setTerm] = useState("");
  const [limit, setLimit] = useState(shownAtATime);
  const wanted = useDeferredValue(term);
  const found = useMemo(() => searchFiles(files, wanted), [files, wanted]);
  const shown = found.slice(0, limit);

  function remove(path: string, row: Element): void {
    if (shown.length > 1) focusNextRow(row);
    else search.current?.focus();
    onRemove(path);
  }
  const showMore = () => {
    // The button may vanish: reading continues with the last file that was shown.
    list.current?.querySelector<HTMLElement>("li:last-child button")?.focus();
    setLimit(limit + shownAtATime);
  };

  return (
    <section aria-labelledby={titleId} className="mt-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h3 id={titleId} className="font-semibold">
          {text.title}
        </h3>
        {files.length > minSearched && (
          <input
            ref={search}
            type="search"
            className={`${inputLook} sm:max-w-1/2`}
            aria-label={text.search}
            placeholder={text.search}
            value={term}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => {
              setTerm(target.value);
              setLimit(shownAtATime);
            }}
          />
        )}
      </div>
      <p role="status" className="mt-1 text-sm text-muted">
        {wanted.trim() !== "" && text.found(found.length, formatCount(found.length))}
      </p>
      <div
        className={classes(
          "mt-2 max-h-panel overflow-y-auto rounded-lg border-line",
          found.length > 0 && "border",
        )}
      >
        {found.length > 0 && (
          <ul ref={list} className="divide-y divide-line">
            {shown.map(({ path, file }) => (
              <li key={path} className="flex items-center gap-3 py-1 pr-1 pl-4">
                <span className="min-w-0 grow py-1 wrap-anywhere">
                  <bdi translate="no">{showControls(path)}</bdi>
                </span>
                <span className="shrink-0 text-sm text-muted tabular-nums">{writeSize(file.size)}</span>
                <IconButton
                  icon={X}
                  label={text.removeLabel(path)}
                  hint={text.remove}
                  onClick={({ currentTarget }) => remove(path, currentTarget)}
                />
              </li>
            ))}
          </ul>
        )}
        {found.length > limit && (
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2">
            <p className="text-sm text-muted">{text.shown(formatCount(limit), formatCount(found.length))}</p>
            <Button variant="secondary" size="small" onClick={showMore}>
              {text.more}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
