CREATE TABLE "office_invitations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"office_id" text COLLATE "C" NOT NULL,
	"invited_by" text COLLATE "C" NOT NULL,
	"role" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C",
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	FOREIGN KEY ("office_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "office_invitations_office" ON "office_invitations" ("office_id","created_at");--> statement-breakpoint
CREATE INDEX "office_invitations_inviter" ON "office_invitations" ("invited_by");--> statement-breakpoint
CREATE INDEX "office_invitations_expiry" ON "office_invitations" ("expires_at");--> statement-breakpoint
CREATE TABLE "office_log" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"office_id" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C",
	"action" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C",
	"detail" text COLLATE "C" NOT NULL,
	"created_at" bigint NOT NULL,
	FOREIGN KEY ("office_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "office_log_office" ON "office_log" ("office_id","id");--> statement-breakpoint
CREATE TABLE "office_members" (
	"office_id" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"role" text COLLATE "C" NOT NULL,
	"joined_at" bigint NOT NULL,
	PRIMARY KEY("office_id", "user_id"),
	FOREIGN KEY ("office_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "office_members_user" ON "office_members" ("user_id");--> statement-breakpoint
ALTER TABLE "access_tokens" ADD "member_id" text COLLATE "C" REFERENCES users(id);--> statement-breakpoint
ALTER TABLE "sessions" ADD "office_id" text COLLATE "C" REFERENCES users(id);--> statement-breakpoint
ALTER TABLE "users" ADD "is_office" bigint DEFAULT 0 NOT NULL;