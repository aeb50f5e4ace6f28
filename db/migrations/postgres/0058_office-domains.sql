CREATE TABLE "office_domains" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"office_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"verified_at" bigint,
	"seen_at" bigint,
	"missing_since" bigint,
	"checked_at" bigint,
	"outcome" text COLLATE "C",
	"next_check_at" bigint,
	"is_shown" bigint NOT NULL,
	FOREIGN KEY ("office_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX "office_domains_name" ON "office_domains" ("office_id","name");--> statement-breakpoint
CREATE INDEX "office_domains_due" ON "office_domains" ("next_check_at");--> statement-breakpoint
ALTER TABLE "documents" ADD "identity" text COLLATE "C";
