CREATE TABLE "published" (
	"source_id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"job_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"system" text NOT NULL,
	"visibility" text NOT NULL,
	"is_open" boolean GENERATED ALWAYS AS (visibility = 'open') STORED NOT NULL,
	"shared_names" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"expires_at" bigint,
	"link_hash" text,
	"link_sealed" text,
	"origin" text NOT NULL,
	"origin_name" text NOT NULL,
	"run" jsonb NOT NULL,
	"model_name" text,
	"model_type" text,
	"model_version" integer,
	"pvalue" double precision,
	"cvalue" integer,
	"with_raw_data" boolean NOT NULL,
	"points_id" text,
	"scores_id" text,
	"score_series" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"series_count" integer NOT NULL,
	"rows" integer NOT NULL,
	"interval_ms" bigint,
	"from_time" bigint NOT NULL,
	"to_time" bigint NOT NULL,
	"period_count" integer NOT NULL,
	"incident_count" integer NOT NULL,
	"worst_val" double precision,
	"severity" double precision,
	"created_at" bigint NOT NULL,
	CONSTRAINT "published_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "published_ranges" (
	"source_id" text NOT NULL,
	"number" integer NOT NULL,
	"ranges" jsonb NOT NULL,
	CONSTRAINT "published_ranges_source_id_number_pk" PRIMARY KEY("source_id","number")
);
--> statement-breakpoint
CREATE TABLE "published_results" (
	"source_id" text NOT NULL,
	"locale" text NOT NULL,
	"detection" jsonb NOT NULL,
	CONSTRAINT "published_results_source_id_locale_pk" PRIMARY KEY("source_id","locale")
);
--> statement-breakpoint
ALTER TABLE "published" ADD CONSTRAINT "published_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published" ADD CONSTRAINT "published_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_ranges" ADD CONSTRAINT "published_ranges_source_id_published_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."published"("source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_results" ADD CONSTRAINT "published_results_source_id_published_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."published"("source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "published_owner" ON "published" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "published_created" ON "published" USING btree ("created_at","source_id");--> statement-breakpoint
CREATE INDEX "published_series" ON "published" USING btree ("owner_id",lower("name"),lower("system"),"created_at");--> statement-breakpoint
CREATE INDEX "published_points" ON "published" USING btree ("points_id");--> statement-breakpoint
CREATE INDEX "published_scores" ON "published" USING btree ("scores_id");--> statement-breakpoint
CREATE UNIQUE INDEX "published_link" ON "published" USING btree ("link_hash");