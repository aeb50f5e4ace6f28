import type { z } from "zod";

/**
 * zod takes its settings from this global when it is loaded, so that pages that check nothing need not load it. The
 * page's policy forbids eval, and browsers report even the attempt. Must be imported before any schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } satisfies z.core.$ZodConfig });
