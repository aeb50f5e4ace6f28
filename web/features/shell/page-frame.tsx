import type { ReactNode } from "react";
import { classes } from "../../lib/classes.ts";
import { SiteFooter } from "./site-footer.tsx";

type PageFrameProps = { header: ReactNode; children: ReactNode; narrow?: boolean };

/** Header, one main landmark at page width, footer. */
export function PageFrame({ header, children, narrow = false }: PageFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      {header}
      <main
        id="main"
        tabIndex={-1}
        className={classes(
          "mx-auto w-full grow px-4 pt-4 sm:px-6 sm:pt-8",
          narrow ? "max-w-text" : "max-w-page",
        )}
      >
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
