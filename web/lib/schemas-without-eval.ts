import { config } from "zod/v4/core";

// The page's policy forbids making code out of text, and browsers report even the attempt. Imported first.
config({ jitless: true });
