import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, ShieldCheck, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { FoundUser } from "../../../../src/features/admin/admin.output.schema.ts";
import type { UserSort } from "../../../../src/features/admin/admin.schema.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { formatDay, formatWithZone } from "../../../lib/format.ts";
import { adminMessages } from "../../../texts/admin.ts";
import { usersMessages as text } from "../../../texts/admin-users.ts";
import type { AdminAddress, UserColumn } from "../admin-address.ts";
import { accountName } from "./account-name.ts";

const columns = text.columns;

type UsersTableProps = {
  users: FoundUser[];
  sort: UserSort;
  /** The address of the list sorted by a column, or in reverse if it is already sorted by it. */
  sortBy: (column: UserColumn) => AdminAddress;
  /** The address of a user's own page. */
  pageOf: (user: FoundUser) => AdminAddress;
  onDelete: (user: FoundUser) => void;
};

/** The column headings in order, and what each sorts by. */
const heads: { name: string; column?: UserColumn }[] = [
  { name: columns.username, column: "username" },
  { name: columns.firstName, column: "firstName" },
  { name: columns.lastName, column: "lastName" },
  { name: columns.email, column: "email" },
  { name: columns.admin },
  { name: columns.created, column: "createdAt" },
  { name: columns.lastLogin, column: "lastLoginAt" },
  { name: columns.plan },
  { name: columns.credits, column: "freeCredits" },
  { name: columns.actions },
];

/** A table; on narrow screens, a card for each user, with the headings next to the values. */
export function UsersTable({ users, sort, sortBy, pageOf, onDelete }: UsersTableProps) {
  return (
    <table className="w-full max-lg:block lg:text-sm">
      <thead className="border-b border-line text-left text-sm text-muted max-lg:sr-only">
        <tr>
          {heads.map(({ name, column }) => (
            <th
              key={name}
              scope="col"
              aria-sort={column && getSortDirection(sort, column)}
              className="py-2 pr-3 font-semibold"
            >
              {column ? (
                <>
                  <span className="lg:hidden">{name}</span>
                  <Link
                    to="/admin"
                    search={sortBy(column)}
                    replace
                    resetScroll={false}
                    className="inline-flex min-h-6 items-center gap-1 hover:text-ink hover:underline max-lg:hidden"
                  >
                    {name}
                    <SortIcon direction={getSortDirection(sort, column)} />
                  </Link>
                </>
              ) : (
                name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:grid max-lg:gap-4 sm:max-lg:grid-cols-2">
        {users.map((user) => (
          <UserRow key={user.id} user={user} page={pageOf(user)} onDelete={() => onDelete(user)} />
        ))}
      </tbody>
    </table>
  );
}

function getSortDirection(sort: UserSort, column: UserColumn): "ascending" | "descending" | undefined {
  if (sort === column) return "ascending";
  return sort === `-${column}` ? "descending" : undefined;
}

function SortIcon({ direction }: { direction: ReturnType<typeof getSortDirection> }) {
  if (direction === undefined) return null;
  const Icon = direction === "ascending" ? ArrowUp : ArrowDown;
  return <Icon className="size-4 shrink-0" aria-hidden="true" />;
}

type UserRowProps = { user: FoundUser; page: AdminAddress; onDelete: () => void };

function UserRow({ user, page, onDelete }: UserRowProps) {
  const name = accountName(user);
  return (
    <tr className="border-line max-lg:grid max-lg:gap-2 max-lg:rounded-panel max-lg:border max-lg:bg-card max-lg:p-4 max-lg:shadow-card lg:border-b">
      <Cell head={columns.username}>
        <Link to="/admin" search={page} aria-label={text.open(name)} className="link font-semibold">
          {name}
        </Link>
        {user.isOffice && <span className="block text-sm text-muted">{text.office}</span>}
      </Cell>
      <Cell head={columns.firstName}>{(!user.isOffice && user.firstName) || adminMessages.none}</Cell>
      <Cell head={columns.lastName}>{user.lastName ?? adminMessages.none}</Cell>
      <Cell head={columns.email}>
        {user.email ?? adminMessages.none}
        {user.emailConfirmed && <span className="block text-sm text-good">{text.confirmed}</span>}
      </Cell>
      <Cell head={columns.admin}>
        {user.isAdmin ? (
          <Badge tone="brand" icon={<ShieldCheck aria-hidden="true" />}>
            {text.yes}
          </Badge>
        ) : (
          text.no
        )}
      </Cell>
      <Cell head={columns.created}>
        <Day iso={user.createdAt} />
      </Cell>
      <Cell head={columns.lastLogin}>
        {user.lastLoginAt ? <Day iso={user.lastLoginAt} /> : user.isOffice ? adminMessages.none : text.never}
      </Cell>
      <Cell head={columns.plan}>{text.plan(user)}</Cell>
      <Cell head={columns.credits}>{user.freeCredits}</Cell>
      <td className="lg:py-2">
        <Button
          variant="secondary"
          size="small"
          disabled={user.isAdmin}
          title={user.isAdmin ? text.adminKept : undefined}
          aria-label={text.deleteLabel(name)}
          onClick={onDelete}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          {text.delete}
        </Button>
      </td>
    </tr>
  );
}

function Cell({ head, children }: { head: string; children: ReactNode }) {
  return (
    <td className="wrap-anywhere max-lg:flex max-lg:justify-between max-lg:gap-4 lg:py-2 lg:pr-3">
      <span aria-hidden="true" className="shrink-0 text-sm text-muted lg:hidden">
        {head}
      </span>
      <span className="min-w-0 max-lg:text-right">{children}</span>
    </td>
  );
}

function Day({ iso }: { iso: string }) {
  const time = Date.parse(iso);
  return (
    <time dateTime={iso} title={formatWithZone(time)} className="whitespace-nowrap">
      {formatDay(time)}
    </time>
  );
}
