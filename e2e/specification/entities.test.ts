import { expect, test } from "bun:test";
import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { planIds } from "../../db/columns/billing.ts";
import { documents, sessions, supportTickets, users } from "../../db/schema.ts";
import { plans } from "../../src/features/billing/plans.ts";
import { processDocumentSchema } from "../../src/features/documents/documents.schema.ts";
import { ticketPriorities, ticketStatuses } from "../../src/features/support/support.schema.ts";

type Field = {
  max?: number;
  required?: true;
  unique?: true;
  default?: string | number | boolean;
};

/** The columns of a table in the specification's words. */
function readFields(table: SQLiteTable): Record<string, Field> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [
      name,
      {
        ...("length" in column && typeof column.length === "number" ? { max: column.length } : {}),
        ...(column.notNull && !column.hasDefault ? { required: true as const } : {}),
        ...(column.isUnique ? { unique: true as const } : {}),
        ...(typeof column.default === "object" ? {} : { default: column.default }),
      },
    ]),
  );
}

const optional: Field = {};
const required: Field = { required: true };

const entities: [string, SQLiteTable, Record<string, Field>][] = [
  [
    "user",
    users,
    {
      id: required,
      username: { max: 50, required: true, unique: true },
      passwordHash: required,
      email: { max: 255 },
      firstName: { max: 100 },
      lastName: { max: 100 },
      birthdate: { max: 10 },
      isAdmin: { default: false },
      isDeleted: { default: false },
      stripeCustomerId: optional,
      stripeSubscriptionId: optional,
      subscriptionStatus: { default: "none" },
      subscriptionPlan: optional,
      freeCredits: { default: 0 },
      referralCode: { max: 20, unique: true },
      referredBy: optional,
      referralCount: { default: 0 },
      referralCreditsEarned: { default: 0 },
      createdAt: required,
      lastLoginAt: optional,
    },
  ],
  ["session store", sessions, { sid: required, sess: required, expire: required }],
  [
    "document",
    documents,
    {
      id: required,
      userId: optional,
      sessionId: optional,
      originalName: required,
      originalPath: optional,
      processedPath: optional,
      fileType: required,
      serialNumber: { unique: true },
      certificatePath: optional,
      fileSize: required,
      status: { default: "uploaded" },
      timestampConfig: optional,
      paymentCompleted: { default: "false" },
      errorMessage: optional,
      createdAt: required,
    },
  ],
  [
    "support ticket",
    supportTickets,
    {
      id: required,
      userId: optional,
      email: { max: 255, required: true },
      subject: { max: 200, required: true },
      message: required,
      category: { max: 50, required: true },
      priority: { max: 20, default: "medium" },
      status: { max: 20, default: "open" },
      assignedTo: { max: 100 },
      resolution: optional,
      createdAt: required,
      updatedAt: required,
    },
  ],
];

for (const [entity, table, fields] of entities) {
  const kept = readFields(table);
  for (const [field, rules] of Object.entries(fields)) {
    test(`${entity}: ${field} ${JSON.stringify(rules)} [spec 3 fields]`, () => {
      const { default: otherwise, ...rest } = kept[field] ?? { default: "no such field" };
      expect({ ...rest, ...(otherwise === undefined ? {} : { default: otherwise }) }).toEqual(rules);
    });
  }
}

test("session store: expire is indexed [spec 3 session-expiry]", () => {
  const indexed = getTableConfig(sessions).indexes.map(({ config }) => config.columns);
  expect(indexed).toContainEqual([sessions.expire]);
});

test("document: fileSize is text [spec 3 file-size]", () => {
  expect(documents.fileSize.dataType).toBe("string");
});

test("timestamp config: vertical-right and document-timestamp by default [spec 3 stamp-options]", () => {
  const standard = { position: "vertical-right", format: "document-timestamp" };
  const id = "a-document";
  expect(processDocumentSchema.parse({ id })).toMatchObject(standard);
  for (const position of ["top-right", "top-left", "bottom-right", "bottom-left", "vertical-right"]) {
    expect<string>(processDocumentSchema.parse({ id, position }).position).toBe(position);
  }
  expect(processDocumentSchema.safeParse({ id, position: "middle" }).success).toBe(false);
  expect(processDocumentSchema.safeParse({ id, format: "other" }).success).toBe(false);
});

test("plans: trial, payper, smallbundle, bundle and unlimited, each with name, price, tax flag and features [spec 3 plans]", () => {
  expect<string[]>(planIds.toSorted()).toEqual(["bundle", "payper", "smallbundle", "trial", "unlimited"]);
  for (const plan of Object.values(plans)) {
    expect(structuredClone(plan)).toMatchObject({
      name: expect.stringMatching(/\S/),
      price: expect.any(Number),
      taxable: expect.any(Boolean),
      features: expect.arrayContaining([expect.stringMatching(/\S/)]),
    });
  }
});

test("tickets: the statuses and priorities [spec 4 ticket-values]", () => {
  expect<string[]>([...ticketStatuses]).toEqual(["open", "in_progress", "resolved", "closed"]);
  expect<string[]>([...ticketPriorities]).toEqual(["urgent", "high", "medium", "low"]);
});
