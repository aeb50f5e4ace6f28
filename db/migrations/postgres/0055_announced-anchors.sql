CREATE TABLE "announced_anchors" (
	"id" bigint PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "announced_anchors_is_one" CHECK("announced_anchors"."id" = 1)
);
