import type { inferRouterOutputs } from "@trpc/server";
import { z } from "zod";
import type { AppRouter } from "../router.ts";
import * as shapes from "./shapes.ts";

type Outputs = inferRouterOutputs<AppRouter>;
type Answers = {
  [Feature in keyof Outputs]: { [Name in keyof Outputs[Feature]]: z.ZodType<Outputs[Feature][Name]> };
};

/** What every procedure answers. The compiler holds it against the procedures; a test, against real answers. */
export const answers: Answers = {
  accounts: {
    register: shapes.entered,
    login: shapes.entered,
    logout: z.object({
      success: z.literal(true),
      warning: z.string().optional().describe("What could not be written down"),
    }),
    me: shapes.currentUser,
  },
  password: {
    change: shapes.done,
    forgot: z.object({ mailed: z.boolean(), message: z.string() }),
    reset: z.object({ success: z.boolean(), username: z.string() }),
  },
  email: {
    set: shapes.confirmation,
    requestConfirmation: shapes.confirmation,
    confirm: z.object({ success: z.literal(true), email: z.string() }),
  },
  tokens: {
    list: z.array(shapes.token),
    create: shapes.newToken,
    revoke: shapes.done,
  },
  webhooks: {
    list: z.array(shapes.webhook),
    create: shapes.webhookWithSecret,
    update: shapes.webhook,
    rotate: shapes.webhookWithSecret,
    remove: shapes.done,
    deliveries: z.array(shapes.delivery),
    replay: shapes.delivery,
  },
  documents: {
    list: z.array(shapes.document),
    get: shapes.document,
    accepted: z.object({ wordRefusal: z.string().nullable() }),
    process: shapes.document,
    email: shapes.emailed,
    remove: shapes.done,
  },
  billing: {
    plans: z.record(z.string(), shapes.plan),
    status: shapes.subscription,
    create: z.union([shapes.paymentSetup, shapes.success]),
    cancel: shapes.subscription,
    payPerDocument: shapes.paymentSetup,
    completeDocumentPayment: shapes.success,
    redeemCredit: shapes.success,
  },
  referrals: {
    stats: shapes.referralStats,
    generate: shapes.referralStats,
    applyCode: shapes.success,
  },
  support: {
    submit: shapes.ticket,
    list: z.array(shapes.ticket),
    listAll: z.array(shapes.adminTicket),
    update: shapes.adminTicket,
    remove: shapes.done,
    contact: shapes.done,
  },
  admin: {
    searchDocuments: z.array(shapes.clientDocument),
    users: z.array(shapes.user),
    removeUser: shapes.done,
    emailDocuments: shapes.emailed,
    grantCredits: shapes.success,
    auditLog: z.array(shapes.auditEntry),
  },
  verification: { verify: shapes.verification },
};
