import { readConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import { createApp } from "./http/app.ts";
import { listen } from "./http/server.ts";

const config = readConfig();
const deps = createDeps(config);
listen(createApp(deps), config);
console.log(`${config.productName} is ready at ${config.origin}`);
