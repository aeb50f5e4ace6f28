import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Product, startProduct } from "../../support/product.ts";

/** One of several servers behind the proxy, which is killed and started again. */
export class ClusterServer {
  readonly #settings: Record<string, string>;
  readonly #folder: string;
  #product: Product | undefined;
  #kills = 0;

  constructor(
    readonly name: string,
    folder: string,
    settings: Record<string, string>,
  ) {
    this.#folder = folder;
    this.#settings = settings;
    mkdirSync(this.dataDir, { recursive: true });
  }

  get dataDir(): string {
    return join(this.#folder, this.name);
  }

  /** All settings of this server, for commands that run alongside it. */
  get environment(): Record<string, string> {
    return { ...this.#settings, DATA_DIR: this.dataDir };
  }

  /** Undefined while it is down or starting. */
  get origin(): string | undefined {
    return this.#product?.origin;
  }

  /** Undefined while it is down or starting. */
  get pid(): number | undefined {
    return this.#product?.pid;
  }

  /** Distinguishes one run of this server from the next. */
  get kills(): number {
    return this.#kills;
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    const command = [process.execPath, "src/main.ts", "serve"];
    this.#product = await startProduct(this.#settings, {
      command,
      dataDir: this.dataDir,
      dataDirInside: this.dataDir,
      logPath: join(this.#folder, `${this.name}.log`),
    });
  }

  /** SIGKILL, as a power failure ends it. */
  async kill(): Promise<void> {
    const product = this.#product;
    this.#product = undefined;
    this.#kills += 1;
    await product?.kill();
  }
}
