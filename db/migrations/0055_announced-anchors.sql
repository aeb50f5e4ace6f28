CREATE TABLE `announced_anchors` (
	`id` integer PRIMARY KEY NOT NULL,
	`size` integer NOT NULL,
	CONSTRAINT "announced_anchors_is_one" CHECK("announced_anchors"."id" = 1)
);
