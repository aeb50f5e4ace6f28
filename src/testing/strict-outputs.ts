import type { AnyTRPCProcedure } from "@trpc/server";
import { z } from "zod";
import { appRouter } from "../server/http/router.ts";

const strict = new Set<z.ZodType>();

/**
 * The product drops fields that the output schema does not name. In tests such a field fails the call, so that a field
 * missing from a schema is noticed.
 */
export function makeStrict<Schema extends z.ZodType>(schema: Schema): Schema {
  if (strict.has(schema)) return schema;
  strict.add(schema);
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    const given: unknown = JSON.parse(JSON.stringify(payload.value));
    const parsed = run(payload, context);
    if (parsed instanceof Promise) throw new Error("Output schemas check nothing asynchronously.");
    const kept: unknown = JSON.parse(JSON.stringify(parsed.value));
    if (parsed.issues.length === 0 && !Bun.deepEquals(given, kept))
      throw new Error(`The output schema changes ${JSON.stringify(given)} into ${JSON.stringify(kept)}.`);
    return parsed;
  };
  return schema;
}

/** Makes the outputs of all procedures strict for the rest of this process. */
export function makeOutputsStrict(): void {
  // tRPC keeps procedures flat under their full names, though its type shows them nested.
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  for (const [name, { _def }] of Object.entries(procedures)) {
    const { output } = Object(_def);
    if (!(output instanceof z.ZodType)) throw new Error(`The procedure ${name} has no output schema.`);
    makeStrict(output);
  }
}
