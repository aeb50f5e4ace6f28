import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { BareButton } from "../../components/bare-button.tsx";
import { closeNotice, type Notice, type Toast, takeAction, toastMs, toastStore } from "../../lib/notify.ts";
import { shellMessages as text } from "./messages.ts";

const swipeThresholdPx = 50;
const hotkey = "F8";

const icons: Record<Notice["kind"], typeof Info> = { success: CircleCheck, error: CircleAlert, info: Info };

/** The region for toasts. It exists before any toast does, so that screen readers announce each one. */
export function Toaster() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => undefined);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const focusToast = ({ key }: KeyboardEvent) => {
      if (key === hotkey) list.current?.querySelector("li")?.focus();
    };
    document.addEventListener("keydown", focusToast);
    return () => document.removeEventListener("keydown", focusToast);
  }, []);
  return (
    <section aria-label={`${text.toasts} ${hotkey}`} aria-live="polite" aria-relevant="additions text">
      <ol ref={list}>{toast && <ToastCard key={toast.key} toast={toast} />}</ol>
    </section>
  );
}

function ToastCard({ toast: { kind, title, description, action } }: { toast: Toast }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const { swipedPx, ...swipe } = useSwipeRight(() => closeNotice());
  const isHeld = isPointedAt || isFocused;
  const noteFocusOrigin = useFocusReturn(isFocused);
  useTimeLimit(isHeld, () => closeNotice());
  const Icon = icons[kind];
  return (
    <li
      tabIndex={-1}
      data-toast={kind}
      data-held={isHeld}
      onMouseMove={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
          noteFocusOrigin(relatedTarget);
        setFocused(true);
      }}
      onBlur={({ relatedTarget, currentTarget }) =>
        setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onKeyDown={({ key }) => key === "Escape" && closeNotice()}
      {...swipe}
      style={swipedPx > 0 ? { transform: `translateX(${swipedPx}px)`, userSelect: "none" } : undefined}
    >
      <Icon className="size-5 shrink-0" aria-hidden="true" data-toast-icon="" />
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-semibold">{title}</p>
        {description !== undefined && <p className="text-muted">{description}</p>}
      </div>
      {action && (
        <BareButton
          onClick={takeAction}
          className="min-h-8 shrink-0 rounded-md bg-brand px-3 font-semibold text-on-brand hover:bg-brand-strong"
        >
          {action.label}
        </BareButton>
      )}
      <BareButton
        onClick={() => closeNotice()}
        aria-label={text.closeToast}
        className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:bg-tint hover:text-brand"
      >
        <X className="size-4" aria-hidden="true" />
      </BareButton>
    </li>
  );
}

function useTimeLimit(isHeld: boolean, onOver: () => void): void {
  const isHidden = useSyncExternalStore(
    (onChange) => {
      document.addEventListener("visibilitychange", onChange);
      return () => document.removeEventListener("visibilitychange", onChange);
    },
    () => document.hidden,
  );
  const remainingMs = useRef(toastMs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function must not restart the timer.
  useEffect(() => {
    if (isHeld || isHidden) return;
    const startedAt = Date.now();
    const timer = setTimeout(onOver, remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= Date.now() - startedAt;
    };
  }, [isHeld, isHidden]);
}

/** When a focused toast disappears, the focus returns to where it was. */
function useFocusReturn(isFocused: boolean): (origin: EventTarget | null) => void {
  const origin = useRef<EventTarget | null>(null);
  const hasFocus = useRef(isFocused);
  useEffect(() => {
    hasFocus.current = isFocused;
  }, [isFocused]);
  useEffect(
    () => () => {
      if (hasFocus.current && origin.current instanceof HTMLElement)
        origin.current.focus({ preventScroll: true });
    },
    [],
  );
  return (from) => {
    origin.current = from;
  };
}

function useSwipeRight(onSwiped: () => void) {
  const [swipedPx, setSwipedPx] = useState(0);
  const startX = useRef<number | undefined>(undefined);
  const stop = () => {
    startX.current = undefined;
    setSwipedPx(0);
  };
  return {
    swipedPx,
    onPointerDown({ button, clientX, pointerId, target, currentTarget }: PointerEvent<HTMLElement>) {
      if (button !== 0 || (target instanceof Element && target.closest("button"))) return;
      startX.current = clientX;
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove({ clientX }: PointerEvent) {
      if (startX.current !== undefined) setSwipedPx(Math.max(0, clientX - startX.current));
    },
    onPointerUp({ clientX }: PointerEvent) {
      const isSwiped = startX.current !== undefined && clientX - startX.current >= swipeThresholdPx;
      stop();
      if (isSwiped) onSwiped();
    },
    onPointerCancel: stop,
  };
}
