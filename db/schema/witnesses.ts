import { sql } from "drizzle-orm";
import { blob, check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Checkpoints of our log that external witnesses were asked about. Rows are never deleted. */
export const witnessedCheckpoints = sqliteTable(
  "witnessed_checkpoints",
  {
    /** The number of entries in the log at that time. */
    size: integer("size").primaryKey(),
    /** The note as the log signed it, without cosignatures: the tokens and the proof cover this text. */
    checkpoint: text("checkpoint").notNull(),
    witnessedAt: integer("witnessed_at", { mode: "timestamp_ms" }).notNull(),
    /** The .ots file over it in its current state. */
    proof: blob("proof", { mode: "buffer" }),
    /** The state of the proof; `unverified` until a calendar has answered. */
    proofState: text("proof_state")
      .$type<"absent" | "pending" | "unverified" | "confirmed">()
      .notNull()
      .default("absent"),
    /** The Bitcoin block that confirms the proof, by its header and those after it; null while they are not stored. */
    block: integer("block"),
    /** Whether all headers that its packs need are stored. */
    hasAllHeaders: integer("has_all_headers", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("witnessed_checkpoints_proof").on(table.proofState, table.size)],
);

/** Headers of Bitcoin blocks, 80 bytes each, with their proof of work. */
export const blockHeaders = sqliteTable("block_headers", {
  height: integer("height").primaryKey(),
  header: blob("header", { mode: "buffer" }).notNull(),
});

/** Bare RFC 3161 tokens of external authorities over such a checkpoint, each fully verified before it was stored. */
export const checkpointTimeStamps = sqliteTable(
  "checkpoint_time_stamps",
  {
    size: integer("size")
      .notNull()
      .references(() => witnessedCheckpoints.size),
    /** Host and path of the authority's address in the settings. */
    address: text("address").notNull(),
    token: blob("token", { mode: "buffer" }).notNull(),
    /** The time in the token. */
    time: integer("time", { mode: "timestamp_ms" }).notNull(),
    authority: text("authority").notNull(),
  },
  (table) => [primaryKey({ columns: [table.size, table.address] })],
);

/** Cosignatures of external witnesses under such a checkpoint, each verified before it was stored. */
export const checkpointCosignatures = sqliteTable(
  "checkpoint_cosignatures",
  {
    size: integer("size")
      .notNull()
      .references(() => witnessedCheckpoints.size),
    /** The witness's verifier key line. */
    witness: text("witness").notNull(),
    /** The signature line under the checkpoint, with its newline. */
    line: text("line").notNull(),
    time: integer("time", { mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.size, table.witness] })],
);

/** When each of those who are asked about the log's head last answered. */
export const anchorAnswers = sqliteTable("anchor_answers", {
  /** Host and path of the address in the settings. */
  address: text("address").primaryKey(),
  /** When it last gave what it was asked for; null if it never did. */
  answeredAt: integer("answered_at", { mode: "timestamp_ms" }),
  /** Since when it has given nothing usable; null if its last answer was usable. */
  failingSince: integer("failing_since", { mode: "timestamp_ms" }),
  /** Why its last answer was not usable, in a few words for the operator. */
  failure: text("failure"),
});

/** For each of the other logs, the newest head that we cosigned. Its size only ever grows. */
export const cosignedHeads = sqliteTable("cosigned_heads", {
  origin: text("origin").primaryKey(),
  size: integer("size").notNull(),
  hash: blob("hash", { mode: "buffer" }).notNull(),
  cosignedAt: integer("cosigned_at", { mode: "timestamp_ms" }).notNull(),
});

/** How far webhooks were told which documents are anchored: one row, written at the first look. */
export const announcedAnchors = sqliteTable(
  "announced_anchors",
  {
    id: integer("id").primaryKey(),
    /** The first entries of the log, this many, need no announcement anymore. */
    size: integer("size").notNull(),
  },
  (table) => [check("announced_anchors_is_one", sql`${table.id} = 1`)],
);
