import { Outlet, useRouterState } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { Toaster } from "sonner";
import { BareButton } from "../../components/bare-button.tsx";
import { showNoticeOfLastPage, toastMs } from "../../lib/notify.ts";
import { useMedia } from "../../lib/use-media.ts";
import { useOnline } from "../../lib/use-online.ts";
import { shellMessages as text } from "./messages.ts";

/** Under the bar, beside the welcome line: there a toast lies over no button of a page, above or below. */
const belowBar = "4.25rem";

/** On phones, where the bar takes the whole width, at the foot of the window: at its head they would lie on the bar. */
const phone = "(max-width: 600px)";

/** What every route shares: the skip link, the place for toasts, the word that one is offline. */
export function RootLayout() {
  const online = useOnline();
  const onPhone = useMedia(phone);
  useFocusOnNavigation();
  useEffect(showNoticeOfLastPage, []);
  return (
    <>
      <BareButton
        onClick={() => document.getElementById("main")?.focus()}
        className="sr-only z-50 rounded-lg bg-deep px-4 py-3 font-semibold text-on-deep focus:not-sr-only focus:fixed focus:top-2 focus:left-4"
      >
        {text.skip}
      </BareButton>
      {!online && (
        <div
          role="status"
          className="flex items-center justify-center gap-2 bg-warn-tint px-4 py-2 text-warn"
        >
          <WifiOff className="size-5 shrink-0" aria-hidden="true" />
          {text.offline}
        </div>
      )}
      <Outlet />
      <Toaster
        position={onPhone ? "bottom-center" : "top-right"}
        offset={{ top: belowBar, right: "1.5rem" }}
        mobileOffset={{ bottom: "max(0.75rem, env(safe-area-inset-bottom))" }}
        visibleToasts={1}
        duration={toastMs}
        swipeDirections={["right"]}
        hotkey={["F8"]}
        containerAriaLabel={text.toasts}
        closeButton
      />
    </>
  );
}

/**
 * After a change of page the focus stands on its heading, which is read out; where there is none yet, on the content.
 */
function useFocusOnNavigation(): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current !== undefined && last.current !== path) focusContent();
    last.current = path;
  }, [path]);
}

function focusContent(): void {
  const main = document.getElementById("main");
  const heading = main?.querySelector("h1");
  if (heading) heading.tabIndex = -1;
  (heading ?? main)?.focus();
}
