import { Link } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClasses } from "../../../components/button.tsx";
import type { DocumentsAddress } from "./documents-address.ts";
import { allDocumentsMessages } from "./messages.ts";

const text = allDocumentsMessages.pager;

type PagerProps = { address: DocumentsAddress; page: number; pages: number };

/** Pages are addresses, so that a reload and the Back button keep them. */
export function Pager({ address, page, pages }: PagerProps) {
  if (pages < 2) return null;
  const link = (to: number, children: ReactNode) =>
    to >= 1 && to <= pages ? (
      <Link
        to="/documents"
        search={withPage(address, to)}
        className={buttonClasses({ variant: "secondary", size: "small" })}
      >
        {children}
      </Link>
    ) : (
      <span
        aria-hidden="true"
        className={`${buttonClasses({ variant: "secondary", size: "small" })} pointer-events-none opacity-50`}
      >
        {children}
      </span>
    );
  return (
    <nav
      aria-label={text.label}
      className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5"
    >
      {link(
        page - 1,
        <>
          <ChevronLeft className="size-4" aria-hidden="true" />
          {text.previous}
        </>,
      )}
      <span className="tabular-nums">{text.page(page, pages)}</span>
      {link(
        page + 1,
        <>
          {text.next}
          <ChevronRight className="size-4" aria-hidden="true" />
        </>,
      )}
    </nav>
  );
}

function withPage({ page: _current, ...address }: DocumentsAddress, page: number): DocumentsAddress {
  return page > 1 ? { ...address, page } : address;
}
