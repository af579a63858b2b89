CREATE TABLE "removed_demos" (
	"project_name" text PRIMARY KEY NOT NULL,
	"removed_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "incidents" DROP COLUMN "title";