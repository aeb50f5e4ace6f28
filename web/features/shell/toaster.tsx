import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import styles from "sonner/dist/styles.css" with { type: "file" };
import { BareButton } from "../../components/bare-button.tsx";
import { closeNotice, type Toast, takeAction, toastMs, toastStore } from "../../lib/notify.ts";
import { shellMessages as text } from "../../texts/shell.ts";

const hotkey = "F8";

/** sonner closes a toast that was swiped by 45 pixels, or by any number if quickly. */
const swipeThresholdPx = 50;

const icons = {
  success: <CircleCheck className="size-5" aria-hidden="true" />,
  error: <CircleAlert className="size-5" aria-hidden="true" />,
  info: <Info className="size-5" aria-hidden="true" />,
};

/** Above a bar at the foot of a narrow window, if there is one (styles/base.css). */
const aboveBar = (distance: string) =>
  `calc(max(${distance}, env(safe-area-inset-bottom)) + var(--action-bar, 0rem))`;

/** Shows the toast of `toastStore` with sonner. While it has the focus its time does not pass, and Escape closes it. */
export function Toaster() {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => undefined);
  const [focusedKey, setFocusedKey] = useState<number>();
  const empty = useEmptyArea();
  useEffect(() => {
    // A toast that comes while its area has the focus waits for its reader.
    if (current && document.activeElement === empty.area.current) setFocusedKey(current.key);
  }, [current, empty.area]);
  const isFocused = current !== undefined && current.key === focusedKey;
  useEffect(() => {
    if (current) show(current, isFocused);
  }, [current, isFocused]);
  useEffect(() => {
    if (current) return () => void sonner.dismiss(current.key);
  }, [current]);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it watches the list of toasts inside. */}
      <div
        onFocus={(event) => {
          setFocusedKey(current?.key);
          empty.noteFocus(event);
        }}
        onBlur={(event) => {
          empty.noteBlur(event);
          if (event.currentTarget.contains(event.relatedTarget)) return;
          setFocusedKey(undefined);
          letFocusGo(event);
        }}
        onKeyDown={(event) => {
          empty.leave(event);
          if (event.key === "Escape") closeNotice();
        }}
        onPointerUpCapture={undoShortSwipe}
        onPointerCancel={endSwipe}
      >
        {empty.isFocused && !current && (
          <p
            className="fixed right-4 z-20 rounded-panel border border-brand bg-card px-4 py-3 text-sm text-ink shadow-lifted sm:right-6"
            style={{ bottom: aboveBar("1.5rem") }}
          >
            {text.noToasts}
          </p>
        )}
        <Sonner
          ref={empty.area}
          visibleToasts={1}
          duration={toastMs}
          hotkey={[hotkey]}
          containerAriaLabel={text.toasts}
          position="bottom-right"
          swipeDirections={["right"]}
          gap={0}
          offset={{ right: "1.5rem", bottom: aboveBar("1.5rem") }}
          mobileOffset={{ left: "1rem", right: "1rem", bottom: aboveBar("0.75rem") }}
          icons={icons}
          toastOptions={{ unstyled: true }}
        />
      </div>
    </>
  );
}

/**
 * sonner's key focuses its list, which exists only while there is a toast. Without one, it focuses the area around the
 * list. There is nothing else to reach, so Escape and Tab lead back to where the focus was.
 */
function useEmptyArea() {
  const area = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement>(null);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const focus = ({ code }: globalThis.KeyboardEvent) => {
      if (code === hotkey && area.current?.hasChildNodes() === false)
        area.current.focus({ preventScroll: true });
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
  return {
    area,
    isFocused,
    noteFocus({ target, currentTarget, relatedTarget }: FocusEvent): void {
      if (target !== area.current) return;
      setFocused(true);
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        before.current = relatedTarget;
    },
    noteBlur({ target }: FocusEvent): void {
      if (target === area.current) setFocused(false);
    },
    leave(event: KeyboardEvent): void {
      if (event.target !== area.current || area.current.hasChildNodes()) return;
      if (event.key !== "Escape" && event.key !== "Tab") return;
      event.preventDefault();
      if (before.current) before.current.focus();
      else area.current.blur();
    },
  };
}

/** Shows a toast, or changes how long it stays. */
function show({ key, kind, title, description, action }: Toast, stays: boolean): void {
  const close = () => {
    if (toastStore.read()?.key === key) closeNotice();
  };
  sonner[kind](title, {
    id: key,
    description,
    duration: stays ? Number.POSITIVE_INFINITY : toastMs,
    action: <Buttons action={action} />,
    onAutoClose: close,
    onDismiss: close,
  });
}

function Buttons({ action }: Pick<Toast, "action">) {
  return (
    <>
      {action && (
        <BareButton
          onClick={takeAction}
          className="min-h-8 shrink-0 rounded-lg bg-brand px-3 font-semibold text-on-brand hover:bg-brand-strong"
        >
          {action.label}
        </BareButton>
      )}
      <BareButton
        onClick={() => closeNotice()}
        aria-label={text.closeToast}
        className="grid size-8 shrink-0 place-items-center rounded-full text-muted hover:bg-tint hover:text-brand"
      >
        <X className="size-4" aria-hidden="true" />
      </BareButton>
    </>
  );
}

/** Before sonner looks at it, a swipe that was too short becomes none. */
function undoShortSwipe({ target }: PointerEvent): void {
  const card = target instanceof Element && target.closest<HTMLElement>("[data-sonner-toast]");
  if (!card) return;
  const swipedPx = Number.parseFloat(card.style.getPropertyValue("--swipe-amount-x"));
  if (swipedPx < swipeThresholdPx) card.style.setProperty("--swipe-amount-x", "0px");
}

/** sonner waits for the end of a swipe, which a browser that took it over for itself does not report. */
function endSwipe({ target }: PointerEvent): void {
  target.dispatchEvent(new window.PointerEvent("pointerup", { bubbles: true }));
}

/** When the focus leaves the toasts, sonner puts it back to where it was before, even if another element was chosen. */
function letFocusGo({ relatedTarget }: FocusEvent): void {
  if (relatedTarget instanceof HTMLElement) relatedTarget.focus();
}
