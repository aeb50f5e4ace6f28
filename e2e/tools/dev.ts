/**
 * `bun run dev`: builds the web page and starts the server; after a change it rebuilds, restarts and reloads the open
 * pages. Open the address that it prints: a proxy for the server that adds the reload script.
 */
import { watch } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const port = Number(process.env.PORT || 3000);
const product = `http://localhost:${port}`;
const changesPath = "/dev/changes";
const script = `<script>new EventSource("${changesPath}").onmessage = () => location.reload()</script>`;

const listeners = new Set<ReadableStreamDefaultController<string>>();
const changed = new Set<string>();
let wake: () => void = () => undefined;
for (const folder of ["src", "db", "web"]) {
  watch(join(root, folder), { recursive: true }, () => {
    changed.add(folder);
    wake();
  });
}

const front = Bun.serve({ hostname: "localhost", port: port + 1, idleTimeout: 0, fetch: answer });
let isStopping = false;
let server = start();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
console.log(`The page that reloads itself: ${front.url}`);

while (!isStopping) {
  if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
  // An editor saves several files at once.
  await Bun.sleep(100);
  const buildsPage = changed.has("web") || changed.has("src");
  changed.clear();
  if (buildsPage && (await run("web/build.ts", "--uncompressed").exited) !== 0) continue;
  if (isStopping) break;
  server.kill("SIGTERM");
  await server.exited;
  server = start();
  await waitUntilReady();
  for (const listener of listeners) listener.enqueue("data: changed\n\n");
}
await server.exited;
await front.stop(true);
process.exit();

function run(file: string, ...args: string[]) {
  return Bun.spawn([process.execPath, file, ...args], {
    cwd: root,
    env: { ANCHORS: "off", ...process.env },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function start() {
  return run("src/main.ts", "serve");
}

function stop(): void {
  isStopping = true;
  server.kill("SIGTERM");
  wake();
}

async function waitUntilReady(): Promise<void> {
  while (server.exitCode === null && changed.size === 0) {
    const health = await fetch(`${product}/api/health`).catch(() => undefined);
    if (health?.ok) return;
    await Bun.sleep(100);
  }
}

async function answer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname === changesPath) return streamChanges(request.signal);
  const forwarded = await fetch(new Request(product + pathname + search, request), { redirect: "manual" });
  const { status, headers: given } = forwarded;
  const headers = new Headers(given);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  if (!given.get("content-type")?.startsWith("text/html"))
    return new Response(forwarded.body, { status, headers });
  // The server's policy would block the added script.
  headers.delete("content-security-policy");
  const html = await forwarded.text();
  return new Response(
    html.replace("</body>", () => `${script}</body>`),
    { status, headers },
  );
}

function streamChanges(signal: AbortSignal): Response {
  const stream = new ReadableStream<string>({
    start(controller) {
      listeners.add(controller);
      signal.addEventListener("abort", () => listeners.delete(controller));
    },
  });
  return new Response(stream, { headers: { "content-type": "text/event-stream" } });
}
