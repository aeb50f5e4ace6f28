import { z } from "zod";
import { deletionAnswerSchema } from "../../../features/account-deletion/deletion.schema.ts";
import { closeOffice, keepOffice } from "../../../features/account-deletion/office-closing.service.ts";
import { officeDomainSchema } from "../../../features/offices/domains.output.schema.ts";
import {
  addDomainSchema,
  domainIdSchema,
  showDomainSchema,
} from "../../../features/offices/domains.schema.ts";
import {
  addDomain,
  checkDomain,
  listDomains,
  removeDomain,
  showDomain,
} from "../../../features/offices/domains.service.ts";
import {
  acceptInvitation,
  invite,
  openInvitation,
  withdrawInvitation,
} from "../../../features/offices/invitations.service.ts";
import {
  newInvitationSchema,
  officeAccessSchema,
  officeLogEntrySchema,
  officeViewSchema,
  openedInvitationSchema,
  ownOfficeSchema,
} from "../../../features/offices/offices.output.schema.ts";
import {
  changeRoleSchema,
  closeOfficeSchema,
  invitationIdSchema,
  invitationTokenSchema,
  inviteSchema,
  memberIdSchema,
  officeLogSchema,
  officeNameSchema,
  switchOfficeSchema,
} from "../../../features/offices/offices.schema.ts";
import {
  changeRole,
  createOffice,
  describeOffice,
  leaveOffice,
  listOffices,
  readOfficeAccess,
  removeMember,
  renameOffice,
  searchOfficeLog,
  switchOffice,
} from "../../../features/offices/offices.service.ts";
import { doneSchema } from "../../../features/outputs.schema.ts";
import { mailLimits, noLimit, proofLimits } from "../openapi/call-description.ts";
import { accountProcedure, publicProcedure, router, signedInProcedure } from "../trpc.ts";

/** Calls at `/api/office` are about the office that the session acts for, and refused in a person's own account. */
export const officesRouter = router({
  list: signedInProcedure
    .meta({
      rest: {
        route: "GET /api/offices",
        group: "Offices",
        summary: "The offices that you belong to",
        about: "the caller",
        limits: noLimit.ownRows,
      },
    })
    .output(z.array(ownOfficeSchema))
    .query(({ ctx }) => listOffices(ctx.deps, ctx.actor)),

  create: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/offices",
        idempotency: "kept",
        group: "Offices",
        summary: "Open an office, whose first owner you are",
        about: "the caller",
        limits: ["officesPerAccount"],
        refusals: ["conflict"],
      },
    })
    .input(officeNameSchema)
    .output(ownOfficeSchema)
    .mutation(({ ctx, input }) => createOffice(ctx.deps, ctx.actor, input)),

  switch: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/offices/switch",
        group: "Offices",
        summary: "Act for one of your offices, or for your own account, in this session",
        about: "the caller",
        limits: noLimit.oneRow,
        refusals: ["not_found"],
      },
    })
    .input(switchOfficeSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await switchOffice(ctx.deps, ctx.actor, input, ctx.sessionToken);
      return { success: true };
    }),

  /** A mutation: the token does not belong in a query string. */
  openInvitation: publicProcedure
    .meta({
      rest: {
        route: "POST /api/invitations/open",
        group: "Offices",
        summary: "What an invitation is for",
        about: "a secret link",
        limits: ["invitationViewsPerAddress"],
        refusals: ["not_found", "conflict"],
      },
    })
    .input(invitationTokenSchema)
    .output(openedInvitationSchema)
    .mutation(({ ctx, input }) => openInvitation(ctx.deps, input.token, ctx.address)),

  accept: signedInProcedure
    .meta({
      rest: {
        route: "POST /api/invitations/accept",
        group: "Offices",
        summary: "Become a member of the office that the invitation is for",
        about: "the caller",
        limits: { none: "a person can belong to at most twenty offices" },
        refusals: ["forbidden", "not_found", "conflict"],
      },
    })
    .input(invitationTokenSchema)
    .output(ownOfficeSchema)
    .mutation(({ ctx, input }) => acceptInvitation(ctx.deps, ctx.actor, input.token)),

  get: accountProcedure("viewer")
    .meta({
      rest: {
        route: "GET /api/office",
        group: "Offices",
        summary: "The office with its members, and for managers its open invitations",
        about: "the caller",
        limits: noLimit.ownRows,
        refusals: ["conflict"],
      },
    })
    .output(officeViewSchema)
    .query(({ ctx }) => describeOffice(ctx.deps, ctx.actor)),

  rename: accountProcedure("owner")
    .meta({
      rest: {
        route: "PATCH /api/office",
        group: "Offices",
        summary: "Change the name of the office on new stamps and certificates; for owners",
        about: "the caller",
        limits: ["officeRenamesPerOffice"],
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(officeNameSchema)
    .output(officeViewSchema)
    .mutation(({ ctx, input }) => renameOffice(ctx.deps, ctx.actor, input)),

  invite: accountProcedure("manager")
    .meta({
      rest: {
        route: "POST /api/office/invitations",
        idempotency: "noted",
        group: "Offices",
        summary: "Invite someone for a week, with a link or by email; for managers and owners",
        about: "the caller",
        limits: [...proofLimits, "invitationsPerAccount", ...mailLimits],
        refusals: ["forbidden", "conflict", "unavailable"],
      },
    })
    .input(inviteSchema)
    .output(newInvitationSchema)
    .mutation(({ ctx, input }) => invite(ctx.deps, ctx.actor, input, ctx.address)),

  withdraw: accountProcedure("manager")
    .meta({
      rest: {
        route: "DELETE /api/office/invitations/:id",
        group: "Offices",
        summary: "Withdraw an invitation; for managers and owners",
        about: "the caller",
        limits: { none: "at most once for each invitation" },
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(invitationIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await withdrawInvitation(ctx.deps, ctx.actor, input);
      return { success: true };
    }),

  changeRole: accountProcedure("owner")
    .meta({
      rest: {
        route: "PATCH /api/office/members/:id",
        group: "Offices",
        summary: "Give a member another role; for owners, with proof if an owner comes or goes",
        about: "the caller",
        limits: proofLimits,
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(changeRoleSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await changeRole(ctx.deps, ctx.actor, input);
      return { success: true };
    }),

  removeMember: accountProcedure("owner")
    .meta({
      rest: {
        route: "DELETE /api/office/members/:id",
        group: "Offices",
        summary: "Remove a member immediately; for owners",
        about: "the caller",
        limits: { none: "at most once for each member" },
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(memberIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeMember(ctx.deps, ctx.actor, input);
      return { success: true };
    }),

  leave: accountProcedure("viewer")
    .meta({
      rest: {
        route: "POST /api/office/leave",
        group: "Offices",
        summary: "Leave the office; what you made stays there",
        about: "the caller",
        limits: { none: "at most once for each member" },
        refusals: ["forbidden", "conflict"],
      },
    })
    .output(doneSchema)
    .mutation(async ({ ctx }) => {
      await leaveOffice(ctx.deps, ctx.actor);
      return { success: true };
    }),

  close: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/office/close",
        group: "Offices",
        summary: "Close the office in a week; until then an owner can keep it",
        about: "the caller",
        limits: [...proofLimits, "deletionsPerAccount"],
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(closeOfficeSchema)
    .output(deletionAnswerSchema)
    .mutation(({ ctx, input }) => closeOffice(ctx.deps, ctx.actor, input)),

  keep: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/office/keep",
        group: "Offices",
        summary: "Keep an office that was to be closed",
        about: "the caller",
        limits: noLimit.oneRow,
        refusals: ["forbidden", "conflict"],
      },
    })
    .output(deletionAnswerSchema)
    .mutation(({ ctx }) => keepOffice(ctx.deps, ctx.actor)),

  domains: accountProcedure("viewer")
    .meta({
      rest: {
        route: "GET /api/office/domains",
        group: "Offices",
        summary: "The domains of the office, and for managers the DNS records that prove them",
        about: "the caller",
        limits: noLimit.ownRows,
        refusals: ["conflict"],
      },
    })
    .output(z.array(officeDomainSchema))
    .query(({ ctx }) => listDomains(ctx.deps, ctx.actor)),

  addDomain: accountProcedure("owner")
    .meta({
      rest: {
        route: "POST /api/office/domains",
        idempotency: "noted",
        group: "Offices",
        summary: "Add a domain, which is verified once its DNS record is published; for owners",
        about: "the caller",
        limits: ["domainsPerOffice"],
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(addDomainSchema)
    .output(officeDomainSchema)
    .mutation(({ ctx, input }) => addDomain(ctx.deps, ctx.actor, input)),

  checkDomain: accountProcedure("manager")
    .meta({
      rest: {
        route: "POST /api/office/domains/:id/check",
        group: "Offices",
        summary: "Look up the DNS record of a domain now, instead of within a day; for managers and owners",
        about: "the caller",
        limits: ["domainChecksPerOffice"],
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(domainIdSchema)
    .output(officeDomainSchema)
    .mutation(({ ctx, input }) => checkDomain(ctx.deps, ctx.actor, input)),

  showDomain: accountProcedure("owner")
    .meta({
      rest: {
        route: "PATCH /api/office/domains/:id",
        group: "Offices",
        summary: "Put a verified domain on new certificates, or take it off; for owners",
        about: "the caller",
        limits: noLimit.oneRow,
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(showDomainSchema)
    .output(z.array(officeDomainSchema))
    .mutation(({ ctx, input }) => showDomain(ctx.deps, ctx.actor, input)),

  removeDomain: accountProcedure("owner")
    .meta({
      rest: {
        route: "DELETE /api/office/domains/:id",
        group: "Offices",
        summary: "Remove a domain; existing certificates keep it; for owners",
        about: "the caller",
        limits: { none: "at most once for each domain" },
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(domainIdSchema)
    .output(doneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeDomain(ctx.deps, ctx.actor, input);
      return { success: true };
    }),

  access: accountProcedure("owner")
    .meta({
      rest: {
        route: "GET /api/office/access",
        group: "Offices",
        summary: "Links, webhooks and tokens of the office, with the members who made them; for owners",
        about: "the caller",
        limits: noLimit.ownRows,
        refusals: ["forbidden", "conflict"],
      },
    })
    .output(officeAccessSchema)
    .query(({ ctx }) => readOfficeAccess(ctx.deps, ctx.actor)),

  log: accountProcedure("owner")
    .meta({
      rest: {
        route: "GET /api/office/log",
        group: "Offices",
        summary: "What members did in the office, newest first; for owners",
        about: "the caller",
        limits: ["logSearchesPerAccount"],
        refusals: ["forbidden", "conflict"],
      },
    })
    .input(officeLogSchema)
    .output(z.array(officeLogEntrySchema))
    .query(({ ctx, input }) => searchOfficeLog(ctx.deps, ctx.actor, input)),
});
