CREATE TABLE "sealed_keys" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"sealed" bytea NOT NULL
);
