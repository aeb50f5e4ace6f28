import { config } from "zod/v4/core";

// The page's policy forbids eval, and browsers report even the attempt. Must be imported first.
config({ jitless: true });
