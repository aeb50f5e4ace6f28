import { z } from "zod";

/** Any text: a malformed serial number gets the same answer as an unknown one. */
export const serialNumberInput = z.object({ serialNumber: z.string() });
