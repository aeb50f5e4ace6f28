import { keepPreviousData } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { planIds } from "../../../../db/columns/billing.ts";
import type { FoundUser } from "../../../../src/features/admin/admin.output.schema.ts";
import { Button } from "../../../components/button.tsx";
import { Choice } from "../../../components/choice.tsx";
import { Pager } from "../../../components/pager.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { usersMessages as text } from "../../../texts/admin-users.ts";
import { type AdminAddress, newestUsers, readAdminAddress, userSorts } from "../admin-address.ts";
import { ListFilter } from "../list-filter.tsx";
import { ListStates } from "../list-states.tsx";
import { AccountView } from "./account-view.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { UsersTable } from "./users-table.tsx";

const route = getRouteApi("/admin");

const perPage = 50;

/** The list of accounts, or the one that is open. */
export function UsersPanel({ shown }: { shown: boolean }) {
  const { user } = route.useSearch();
  const navigate = route.useNavigate();
  if (user === undefined || !shown) return <UserList shown={shown} />;
  const close = () =>
    void navigate({ search: (address) => ({ ...address, user: undefined }), resetScroll: false });
  return <AccountView key={user} id={user} onClose={close} />;
}

/** The accounts that match the search and the filters in the address, a page at a time; loaded when the tab opens. */
function UserList({ shown }: { shown: boolean }) {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { find = "", plan, active, admin, confirmed, sort = newestUsers, page = 1 } = address;
  const found = trpc.admin.findUsers.useQuery(
    {
      ...(find && { search: find }),
      ...(plan && { plan }),
      ...(active && { active }),
      ...(admin && { admin }),
      ...(confirmed && { confirmed }),
      sort,
      page,
      limit: perPage,
    },
    { enabled: shown, placeholderData: keepPreviousData },
  );
  const [leaving, setLeaving] = useState<FoundUser>();
  const goTo = (next: AdminAddress) => void navigate({ search: next, replace: true, resetScroll: false });
  /** Any other change returns to the first page. */
  const change = (part: Record<string, string>) => goTo(readAdminAddress({ ...address, ...part, page: 1 }));
  const { users, total = 0 } = found.data ?? {};
  const pages = Math.ceil(total / perPage);

  // The last user of the last page was deleted, or the address is outdated.
  useEffect(() => {
    if (found.isPlaceholderData || total === 0 || page <= pages) return;
    void navigate({ search: { ...address, page: pages }, replace: true });
  }, [found.isPlaceholderData, total, page, pages, address, navigate]);

  const yesOrNo = ["yes", "no"] as const;
  return (
    <>
      <ListFilter key={find} label={text.search} term={find} onSearch={(term) => change({ find: term })} />
      <div className="mb-4 grid grid-cols-fields items-end gap-x-4 gap-y-3">
        <Choice
          label={text.filters.plan}
          value={plan}
          any={text.filters.any}
          options={planIds}
          names={text.filters.plans}
          onChange={(chosen) => change({ plan: chosen })}
        />
        <Choice
          label={text.filters.active}
          value={active}
          any={text.filters.any}
          options={yesOrNo}
          names={text.filters.actives}
          onChange={(chosen) => change({ active: chosen })}
        />
        <Choice
          label={text.filters.admin}
          value={admin}
          any={text.filters.any}
          options={yesOrNo}
          names={text.filters.admins}
          onChange={(chosen) => change({ admin: chosen })}
        />
        <Choice
          label={text.filters.confirmed}
          value={confirmed}
          any={text.filters.any}
          options={yesOrNo}
          names={text.filters.confirmations}
          onChange={(chosen) => change({ confirmed: chosen })}
        />
        <div className="col-span-full lg:hidden">
          <Choice
            label={text.filters.sort}
            value={sort}
            options={userSorts}
            names={text.filters.sorts}
            onChange={(chosen) => change({ sort: chosen })}
          />
        </div>
        {[plan, active, admin, confirmed].some((chosen) => chosen !== undefined) && (
          <Button
            variant="quiet"
            onClick={() => change({ plan: "", active: "", admin: "", confirmed: "" })}
            className="justify-self-start"
          >
            {text.filters.reset}
          </Button>
        )}
      </div>
      <ListStates
        title={(count) =>
          pages > 1
            ? text.range((page - 1) * perPage + 1, (page - 1) * perPage + count, total)
            : text.count(total)
        }
        empty={text.none}
        query={{ ...found, data: users }}
      >
        {(users) => (
          <UsersTable
            users={users}
            sort={sort}
            sortBy={(column) => {
              const next = sort === column ? `-${column}` : column;
              return readAdminAddress({ ...address, sort: next, page: 1 });
            }}
            pageOf={({ id }) => ({ ...address, user: id })}
            onDelete={setLeaving}
          />
        )}
      </ListStates>
      <Pager
        text={text.pager}
        page={page}
        pages={pages}
        link={(to, classes, face) => (
          <Link to="/admin" search={{ ...address, page: to > 1 ? to : undefined }} className={classes}>
            {face}
          </Link>
        )}
      />
      {leaving && <DeleteUserDialog user={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}
