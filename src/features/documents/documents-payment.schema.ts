import { z } from "zod";
import { rule } from "../rules.ts";
import { processDocumentSchema } from "./documents.schema.ts";

/** Documents that one payment may pay for. */
const maxDocumentsPerPayment = 100;

const distinct = (ids: string[]) => new Set(ids).size === ids.length;
const oneOfEach = rule("documents-repeated", "Each document can be paid for once");

/** Documents in one payment; each has its stamp settings, as in the call that processes it. */
export const documentsPaymentSchema = z.object({
  documents: z
    .array(processDocumentSchema)
    .min(1)
    .max(maxDocumentsPerPayment)
    .refine((documents) => distinct(documents.map(({ id }) => id)), oneOfEach),
});
export const completeDocumentsPaymentSchema = z.object({
  documentIds: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(maxDocumentsPerPayment)
    .refine(distinct, oneOfEach),
});
