CREATE TABLE "trusted_lists" (
	"territory" text COLLATE "C" PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"content" text COLLATE "C" NOT NULL,
	"imported_at" bigint NOT NULL
);
