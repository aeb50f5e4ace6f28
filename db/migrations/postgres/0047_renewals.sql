CREATE TABLE "archive_time_stamps" (
	"batch" text COLLATE "C" NOT NULL,
	"number" bigint NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"lists" bytea,
	"token" bytea NOT NULL,
	"time" bigint NOT NULL,
	"authority" text COLLATE "C" NOT NULL,
	"certificate_end" bigint NOT NULL,
	PRIMARY KEY("batch", "number")
);
--> statement-breakpoint
CREATE TABLE "preserved_attestations" (
	"serial_number" text COLLATE "C" NOT NULL,
	"chain" bigint NOT NULL,
	"batch" text COLLATE "C" NOT NULL,
	"before" bigint NOT NULL,
	"lists" bytea NOT NULL,
	PRIMARY KEY("serial_number", "chain"),
	FOREIGN KEY ("serial_number") REFERENCES "certificates"("serial_number") ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "preserved_attestations_batch" ON "preserved_attestations" ("batch","serial_number");--> statement-breakpoint
ALTER TABLE "time_stamps" ADD "renew_before" bigint;--> statement-breakpoint
CREATE INDEX "time_stamps_renewal" ON "time_stamps" ("renew_before");