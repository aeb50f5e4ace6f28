CREATE TABLE "idempotent_calls" (
	"user_id" text COLLATE "C" NOT NULL,
	"key_sha256" text COLLATE "C" NOT NULL,
	"request_sha256" text COLLATE "C" NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"started_at" bigint NOT NULL,
	"status" bigint,
	"answer" text COLLATE "C",
	PRIMARY KEY("user_id", "key_sha256"),
	FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX "idempotent_calls_run" ON "idempotent_calls" ("run_id");--> statement-breakpoint
CREATE INDEX "idempotent_calls_started" ON "idempotent_calls" ("started_at");