import { ArrowLeft, ArrowRight, type LucideIcon, Maximize, RotateCw, ScanText, Trash2 } from "lucide-react";
import { BareButton } from "../../components/bare-button.tsx";
import { buttonClasses } from "../../components/button.tsx";
import { notify } from "../../lib/notify.ts";
import { documentsMessages } from "../../texts/documents.ts";
import { photographedPagesMessages } from "../../texts/photographed-pages.ts";
import { wholePicture } from "./corners.ts";
import { foundCorners, type PagesEvent, type PhotographedPage } from "./pages.ts";

const text = photographedPagesMessages.editor;

type PageToolsProps = {
  page: PhotographedPage;
  /** Its index, and the number of pages. */
  at: number;
  of: number;
  dispatch: (event: PagesEvent) => void;
  onMove: (to: number) => void;
  onRemoved: () => void;
};

/** What can be done with the selected page besides moving its corners. */
export function PageTools({ page, at, of, dispatch, onMove, onRemoved }: PageToolsProps) {
  const { key } = page;
  const found = foundCorners(page);
  function remove(): void {
    dispatch({ type: "removed", key });
    notify({
      kind: "info",
      title: text.removed,
      action: {
        label: documentsMessages.history.undo,
        onClick: () => dispatch({ type: "restored", page, at }),
      },
    });
    onRemoved();
  }
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Tool icon={RotateCw} label={text.turn} onPress={() => dispatch({ type: "turned", key })} />
      {found && (
        <Tool
          icon={ScanText}
          label={text.find}
          onPress={() => dispatch({ type: "cornersMoved", key, corners: found })}
        />
      )}
      <Tool
        icon={Maximize}
        label={text.whole}
        onPress={() => dispatch({ type: "cornersMoved", key, corners: wholePicture })}
      />
      {of > 1 && (
        <>
          <Tool icon={ArrowLeft} label={text.earlier} isOff={at === 0} onPress={() => onMove(at - 1)} />
          <Tool icon={ArrowRight} label={text.later} isOff={at === of - 1} onPress={() => onMove(at + 1)} />
        </>
      )}
      <Tool icon={Trash2} label={text.remove} onPress={remove} />
    </div>
  );
}

type ToolProps = { icon: LucideIcon; label: string; isOff?: boolean; onPress: () => void };

/** Keeps the focus where it can do nothing, e.g. when a page has become the first one. */
function Tool({ icon: Icon, label, isOff = false, onPress }: ToolProps) {
  return (
    <BareButton
      className={buttonClasses({ variant: "secondary", size: "small" })}
      aria-disabled={isOff || undefined}
      onClick={() => !isOff && onPress()}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      {label}
    </BareButton>
  );
}
