import { Link } from "@tanstack/react-router";
import { Bell as BellIcon } from "lucide-react";
import { trpc } from "../../lib/trpc.ts";
import { noticesMessages as text } from "../../texts/notices.ts";

const mostShown = 99;

/** The link to the notices with the number of unread ones, asked for when a page opens or is looked at again. */
export function Bell({ className }: { className: string }) {
  const { data } = trpc.notices.unread.useQuery(undefined, {
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });
  const unread = data?.unread ?? 0;
  return (
    <Link to="/notices" aria-label={text.bell(unread)} title={text.title} className={className}>
      <BellIcon className="size-5" aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-1 min-w-4 rounded-full bg-bad px-1 text-center text-sm leading-tight font-semibold text-card tabular-nums"
        >
          {unread > mostShown ? `${mostShown}+` : unread}
        </span>
      )}
    </Link>
  );
}
