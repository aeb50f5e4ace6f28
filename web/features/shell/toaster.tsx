import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { type FocusEvent, type PointerEvent, useEffect, useState, useSyncExternalStore } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import styles from "sonner/dist/styles.css" with { type: "file" };
import { BareButton } from "../../components/bare-button.tsx";
import { closeNotice, type Toast, takeAction, toastMs, toastStore } from "../../lib/notify.ts";
import { shellMessages as text } from "../../texts/shell.ts";

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
        onFocus={() => setFocusedKey(current?.key)}
        onBlur={(event) => {
          if (event.currentTarget.contains(event.relatedTarget)) return;
          setFocusedKey(undefined);
          letFocusGo(event);
        }}
        onKeyDown={({ key }) => {
          if (key === "Escape") closeNotice();
        }}
        onPointerUpCapture={undoShortSwipe}
        onPointerCancel={endSwipe}
      >
        <Sonner
          visibleToasts={1}
          duration={toastMs}
          hotkey={["F8"]}
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
