import { z } from "zod";
import { messageSchema, timeSchema } from "../outputs.schema.ts";

const setupParts = ["address", "anchors", "mail", "backups", "payments"] as const;
export type SetupPart = (typeof setupParts)[number];

export const missingPartSchema = z
  .object({
    part: z.enum(setupParts),
    ...messageSchema.shape,
    advice: messageSchema.describe("What the operator can do"),
  })
  .meta({ id: "MissingPart" });
/** Everyone who is asked about the head of the log, and what came of it. */
export const anchoringSchema = z
  .object({
    state: z
      .enum(["off", "unused", "anchored", "promised", "missing"])
      .describe(
        "promised: calendars have promised to confirm the newest head that was sent out; missing: no one has",
      ),
    lastAt: z.iso.datetime().nullable().describe("When someone last confirmed a head"),
    anchors: z.array(
      z.object({
        kind: z.enum(["authority", "calendar", "witness", "explorer"]),
        address: z.string().describe("The host; with its path if it is listed"),
        operator: z.string().nullable(),
        answeredAt: z.iso.datetime().nullable(),
        failingSince: z.iso.datetime().nullable(),
        failure: z.string().nullable(),
      }),
    ),
    watched: z
      .array(
        z.object({
          address: z.string(),
          lookedAt: z.iso.datetime().nullable(),
          size: z.int().nullable(),
          alarm: z.enum(["fork", "rewind", "wrong-key", "no-anchor", "silent"]).nullable(),
          text: z.string().nullable().describe("The alarm in a sentence"),
        }),
      )
      .describe("Other servers whose logs this one looks at every hour (`WATCH`)"),
  })
  .meta({ id: "Anchoring" });
export type AnchoringView = z.infer<typeof anchoringSchema>;

export type MissingPartView = z.infer<typeof missingPartSchema>;

/** The trusted lists of states that say which timestamps are qualified, and who may sign them. */
export const trustedListsSchema = z
  .object({
    lists: z.array(
      z.object({
        territory: z.string().describe("The state, such as ES"),
        operator: z.string().describe("Who publishes it"),
        sequence: z.int().describe("The number of this version"),
        issued: timeSchema,
        nextUpdate: timeSchema.nullable().describe("Null for the last list of a scheme that was closed"),
        services: z.int().describe("Its services for qualified timestamps"),
        state: z
          .enum(["current", "due-soon", "overdue"])
          .describe(
            "due-soon: the next version is due within two weeks; overdue: it makes nothing qualified",
          ),
      }),
    ),
    addresses: z.array(z.string()).describe("The lists that are fetched every day (`TRUSTED_LISTS`)"),
    signers: z
      .array(
        z.object({
          name: z.string(),
          territories: z.array(z.string()).describe("The states whose lists it may sign"),
          until: timeSchema.describe("When its certificate ends"),
          hasEnded: z.boolean(),
        }),
      )
      .describe("Who may sign the lists that are fetched (`TRUSTED_LIST_SIGNERS`)"),
  })
  .meta({ id: "TrustedLists" });
export type TrustedListsView = z.infer<typeof trustedListsSchema>;
