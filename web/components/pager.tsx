import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClasses } from "./button.tsx";

type PagerProps = {
  text: { label: string; previous: string; next: string; page: (page: number, pages: number) => string };
  page: number;
  pages: number;
  /** A link to that page of the list: pages have addresses, so that reload and Back keep them. */
  link: (page: number, classes: string, face: ReactNode) => ReactNode;
};

/** Shown below a paginated list; nothing for a single page. */
export function Pager({ text, page, pages, link }: PagerProps) {
  if (pages < 2) return null;
  const classes = buttonClasses({ variant: "secondary", size: "small" });
  const linkTo = (to: number, face: ReactNode) =>
    to >= 1 && to <= pages ? (
      link(to, classes, face)
    ) : (
      <span aria-hidden="true" className={`${classes} pointer-events-none opacity-50`}>
        {face}
      </span>
    );
  return (
    <nav
      aria-label={text.label}
      className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4"
    >
      {linkTo(
        page - 1,
        <>
          <ChevronLeft className="size-4" aria-hidden="true" />
          {text.previous}
        </>,
      )}
      <span className="tabular-nums">{text.page(page, pages)}</span>
      {linkTo(
        page + 1,
        <>
          {text.next}
          <ChevronRight className="size-4" aria-hidden="true" />
        </>,
      )}
    </nav>
  );
}
