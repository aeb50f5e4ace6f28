CREATE TABLE "anchor_answers" (
	"address" text COLLATE "C" PRIMARY KEY NOT NULL,
	"answered_at" bigint,
	"failing_since" bigint,
	"failure" text COLLATE "C"
);
