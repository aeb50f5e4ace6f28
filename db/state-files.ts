/**
 * Every file and folder of DATA_DIR, each by its name there. What a server must not lose is the database, the documents
 * and the keys; a backup has these, and everything here that it does not leave out (`make-backup.service.ts`).
 */
export const stateFiles = {
  /** All rows, with SQLite's own -wal and -shm next to it; with PostgreSQL, it does not exist. */
  database: "attestamp.sqlite",
  /** Locked by the one server that may use the folder, for as long as it runs. */
  lock: "attestamp.lock",
  /** Copies of the database from just before each migration: attestamp.before-MIGRATION.sqlite. */
  databaseBefore: (migration: string) => `attestamp.before-${migration}.sqlite`,
  /** Uploaded files until their retention ends, stamped copies, certificates; with FILES_URL, in a bucket instead. */
  originals: "originals",
  stamped: "stamped",
  certificates: "certificates",
  /** The address of the bucket that has the documents of this folder. */
  filesUrl: "files-url",
  /** All private keys, and under retired/ what remains of earlier ones (`src/platform/keys/key-names.ts`). */
  keys: "keys",
  /** The private keys of the logs that followed the first one, each ID.jwk. */
  laterLogKeys: "keys/logs",
  /** The log's newest checkpoint, outside the database, by which a start notices an older database. */
  checkpoint: "registry/checkpoint",
  /** What is remembered of the logs of other servers that this one watches, one folder each. */
  watched: "watched",
  /** Emails of a server without a mail server. */
  outbox: "outbox",
  /** What the operator customized, written only by them. */
  site: "site",
  /** Uploads and results in work; deleted at a start. */
  temporary: "tmp",
  /** What can be made again: the programs and libraries that were unpacked or installed. */
  cache: "cache",
  /** The folders of the sandboxes in which child processes run. */
  children: "children",
  /** Says that a move to another place is unfinished, or that another place has taken over. */
  moveMark: "move-state",
  /** Exists while a backup is being restored into this folder. */
  unfinishedRestore: "restore.unfinished",
  /** By which git keeps the default folder in a checkout. It says what the folder is for, and is no data. */
  readme: "README.md",
} as const;
