CREATE TABLE "project_shares" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"project_id" text COLLATE "C" NOT NULL,
	"label" text COLLATE "C",
	"password_hash" text COLLATE "C",
	"downloads" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"revoked_at" bigint,
	"open_count" bigint DEFAULT 0 NOT NULL,
	FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX "project_shares_project" ON "project_shares" ("project_id","created_at");--> statement-breakpoint
CREATE TABLE "share_openings" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"share_id" text COLLATE "C" NOT NULL,
	"browser" text COLLATE "C",
	"system" text COLLATE "C",
	"opened_at" bigint NOT NULL,
	"last_opened_at" bigint NOT NULL,
	FOREIGN KEY ("share_id") REFERENCES "project_shares"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "share_openings_share" ON "share_openings" ("share_id","last_opened_at");