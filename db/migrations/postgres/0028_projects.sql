CREATE TABLE "projects" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"note" text COLLATE "C",
	"created_at" bigint NOT NULL,
	FOREIGN KEY ("user_id") REFERENCES "users"("id") ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX "projects_user" ON "projects" ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "documents" ADD "project_id" text COLLATE "C" REFERENCES projects(id);--> statement-breakpoint
ALTER TABLE "documents" ADD "version_group" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "documents_project" ON "documents" ("project_id") WHERE "documents"."project_id" is not null;