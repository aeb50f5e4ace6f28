CREATE TABLE "adoptions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site" text COLLATE "C",
	"origin" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"hashes_only" bigint NOT NULL,
	"records" bigint NOT NULL,
	"entries" bigint NOT NULL,
	"started_at" bigint NOT NULL,
	"adopted_at" bigint,
	"removed_at" bigint,
	"statement" text COLLATE "C",
	"entry_index" bigint,
	"entry_salt" bytea
);
--> statement-breakpoint
CREATE TABLE "adopted_files" (
	"adoption_id" text COLLATE "C" NOT NULL,
	"path" text COLLATE "C" NOT NULL,
	"content" bytea NOT NULL,
	PRIMARY KEY("adoption_id", "path"),
	FOREIGN KEY ("adoption_id") REFERENCES "adoptions"("id") ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE "adopted_records" (
	"adoption_id" text COLLATE "C" NOT NULL,
	"serial_number" text COLLATE "C" NOT NULL,
	"record" text COLLATE "C" NOT NULL,
	PRIMARY KEY("adoption_id", "serial_number"),
	FOREIGN KEY ("adoption_id") REFERENCES "adoptions"("id") ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX "adopted_records_serial_number" ON "adopted_records" ("serial_number");--> statement-breakpoint
CREATE UNIQUE INDEX "adoptions_site_unique" ON "adoptions" ("site");--> statement-breakpoint
CREATE UNIQUE INDEX "adoptions_entry_index_unique" ON "adoptions" ("entry_index");