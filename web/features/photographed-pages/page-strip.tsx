import { GripVertical } from "lucide-react";
import { type DragEvent, useEffect, useId, useState } from "react";
import { BareButton } from "../../components/bare-button.tsx";
import { classes } from "../../lib/classes.ts";
import { photographedPagesMessages } from "../../texts/photographed-pages.ts";
import { type Pages, type PhotographedPage, ratioOf } from "./pages.ts";
import type { Straightener } from "./straightener.ts";
import { useObjectUrl } from "./use-object-url.ts";

const text = photographedPagesMessages.strip;

type PageStripProps = {
  pages: Pages;
  straightener: Straightener;
  onSelect: (key: string) => void;
  onMove: (key: string, to: number) => void;
};

/** The straightened pages in their order; one is selected. A page can be dragged to another place. */
export function PageStrip({ pages: { list, selected }, straightener, onSelect, onMove }: PageStripProps) {
  const titleId = useId();
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<number>();
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const dragTo = (at: number) => (event: DragEvent) => {
    if (dragged === undefined) return;
    event.preventDefault();
    setOver(at);
  };
  const drop = (at: number) => (event: DragEvent) => {
    if (dragged === undefined) return;
    event.preventDefault();
    onMove(dragged, at);
    end();
  };
  return (
    <section aria-labelledby={titleId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={titleId}>{text.title}</h3>
        <p role="status" className="text-muted tabular-nums">
          {text.count(list.length)}
        </p>
      </div>
      {list.length > 1 && <p className="text-sm text-muted pointer-coarse:hidden">{text.hint}</p>}
      <ol className="mt-3 grid gap-2 p-1 lg:max-h-panel lg:overflow-y-auto grid-cols-pictures">
        {list.map((page, at) => (
          <li
            key={page.key}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.effectAllowed = "move";
              // Without data, Firefox does not drag.
              dataTransfer.setData("text/plain", page.file.name);
              setDragged(page.key);
            }}
            onDragOver={dragTo(at)}
            onDrop={drop(at)}
            onDragEnd={end}
            className={classes(
              "rounded-lg border-2",
              page.key === selected && "bg-tint",
              page.key === selected || at === over ? "border-brand" : "border-transparent",
              at === over && "border-dashed",
              page.key === dragged && "opacity-50",
            )}
          >
            <BareButton
              aria-label={text.page(at + 1, page.file.name)}
              aria-current={page.key === selected ? "true" : undefined}
              onClick={() => onSelect(page.key)}
              className="block w-full rounded-lg p-2 hover:bg-tint"
            >
              <Thumbnail page={page} straightener={straightener} />
            </BareButton>
            {/* Firefox drags no buttons. */}
            <p
              aria-hidden="true"
              className="flex cursor-grab items-center justify-center gap-1 pb-1 text-sm font-semibold tabular-nums"
            >
              <GripVertical className="size-4 text-muted pointer-coarse:hidden" />
              {at + 1}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** In pixels, for screens with two pixels per unit. */
const thumbnailHeight = 200;
/** The corners move many times a second; the thumbnail follows when they rest. */
const restMs = 150;

function Thumbnail({ page, straightener }: { page: PhotographedPage; straightener: Straightener }) {
  const [jpeg, setJpeg] = useState<Blob>();
  const url = useObjectUrl(jpeg);
  const { photo, turns, corners } = page;
  const ratio = ratioOf(page);
  useEffect(() => {
    let isCurrent = true;
    const height = ratio > 1 ? thumbnailHeight / ratio : thumbnailHeight;
    const size = { width: Math.max(1, Math.round(height * ratio)), height: Math.max(1, Math.round(height)) };
    const timer = setTimeout(() => {
      straightener
        .straighten({ source: photo.preview, turns, corners, size, maxBytes: Number.POSITIVE_INFINITY })
        .then(
          (drawn) => isCurrent && setJpeg(drawn),
          // The one before stays; making the PDF says what is wrong.
          () => undefined,
        );
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [photo, turns, corners, ratio, straightener]);
  return (
    <span className="grid h-picture w-full place-items-center" aria-hidden="true">
      {url === undefined ? (
        <span className="h-full w-16 animate-pulse rounded-sm bg-sunk" />
      ) : (
        <img
          src={url}
          alt=""
          draggable={false}
          className="max-h-picture max-w-full border border-line bg-white object-contain"
        />
      )}
    </span>
  );
}
