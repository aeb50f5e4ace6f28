CREATE TABLE "authenticator_apps" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"sealed_secret" text COLLATE "C" NOT NULL,
	"started_at" bigint NOT NULL,
	"confirmed_at" bigint,
	"last_step" bigint,
	FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text COLLATE "C" NOT NULL,
	"code_sha256" text COLLATE "C" NOT NULL,
	PRIMARY KEY("user_id", "code_sha256"),
	FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
