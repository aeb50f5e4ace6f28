CREATE TABLE "provider_identities" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"issuer" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"label" text COLLATE "C",
	"grants_admin" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX "provider_identities_person" ON "provider_identities" ("issuer","subject");--> statement-breakpoint
CREATE INDEX "provider_identities_user" ON "provider_identities" ("user_id");--> statement-breakpoint
CREATE TABLE "provider_sign_ins" (
	"browser_sha256" text COLLATE "C" PRIMARY KEY NOT NULL,
	"provider" text COLLATE "C" NOT NULL,
	"purpose" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C",
	"return_to" text COLLATE "C" NOT NULL,
	"is_answered" bigint NOT NULL,
	"outcome" text COLLATE "C",
	"expires_at" bigint NOT NULL,
	FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "provider_sign_ins_expiry" ON "provider_sign_ins" ("expires_at");