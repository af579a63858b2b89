CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"version" text,
	"instances" jsonb NOT NULL,
	"link" text,
	"by" text NOT NULL,
	"account_id" text,
	"key" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_source_id_projects_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."projects"("source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_time" ON "events" USING btree ("source_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_key" ON "events" USING btree ("source_id","key");