CREATE TABLE "notice_mails" (
	"user_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"is_mailed" bigint NOT NULL,
	PRIMARY KEY("user_id", "kind"),
	FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"office_id" text COLLATE "C",
	"kind" text COLLATE "C" NOT NULL,
	"document_id" text COLLATE "C",
	"ticket_id" text COLLATE "C",
	"share_id" text COLLATE "C",
	"browser" text COLLATE "C",
	"system" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"read_at" bigint,
	FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY ("office_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY ("ticket_id") REFERENCES "support_tickets"("id") ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY ("share_id") REFERENCES "project_shares"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" ("user_id","id");--> statement-breakpoint
CREATE INDEX "notices_created" ON "notices" ("created_at");--> statement-breakpoint
CREATE INDEX "notices_office" ON "notices" ("office_id") WHERE "notices"."office_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_document" ON "notices" ("document_id") WHERE "notices"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_ticket" ON "notices" ("ticket_id") WHERE "notices"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_share" ON "notices" ("share_id") WHERE "notices"."share_id" is not null;