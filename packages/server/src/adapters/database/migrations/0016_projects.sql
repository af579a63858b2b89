CREATE TABLE "ingest_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"hint" text NOT NULL,
	"may_read" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"source_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"data_type" text NOT NULL,
	"sampling_ms" bigint NOT NULL,
	"time_zone" text NOT NULL,
	"retention_days" integer NOT NULL,
	"series_count" integer DEFAULT 0 NOT NULL,
	"first_data_at" bigint,
	"last_data_at" bigint,
	"trust" text,
	"is_demo" boolean DEFAULT false NOT NULL,
	"removed_at" bigint
);
--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "labels" jsonb;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "type" text;--> statement-breakpoint
ALTER TABLE "ingest_keys" ADD CONSTRAINT "ingest_keys_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ingest_keys_secret" ON "ingest_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "ingest_keys_source" ON "ingest_keys" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "projects_removed" ON "projects" USING btree ("removed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_project_name" ON "sources" USING btree ("owner_id",lower("name")) WHERE "sources"."kind" = 'project';