import { Outlet, useRouterState } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { BareButton } from "../../components/bare-button.tsx";
import { showNoticeOfLastPage, toastStore } from "../../lib/notify.ts";
import { useOnline } from "../../lib/use-online.ts";
import { shellMessages as text } from "../../texts/shell.ts";

/** Common to all routes: the skip link, the toasts, the offline notice. */
export function RootLayout() {
  const online = useOnline();
  const Toaster = useToaster();
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
      <Suspense>{Toaster && <Toaster />}</Suspense>
    </>
  );
}

/** The component for toasts, which is loaded once a visitor's first page is shown: undefined until then. */
function useToaster() {
  const [Toaster, setToaster] = useState<typeof import("./toaster.tsx").Toaster>();
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is tried again for each toast.
  useEffect(() => {
    if (Toaster) return;
    import("./toaster.tsx").then(
      (loaded) => setToaster(() => loaded.Toaster),
      () => undefined,
    );
  }, [Toaster, toast]);
  return Toaster;
}

/** After navigation the focus is on the page's heading, which is announced; without a heading, on the content. */
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
