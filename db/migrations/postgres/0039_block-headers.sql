CREATE TABLE "block_headers" (
	"height" bigint PRIMARY KEY NOT NULL,
	"header" bytea NOT NULL
);
--> statement-breakpoint
ALTER TABLE "witnessed_checkpoints" ADD "block" bigint;--> statement-breakpoint
ALTER TABLE "witnessed_checkpoints" ADD "has_all_headers" bigint DEFAULT 0 NOT NULL;