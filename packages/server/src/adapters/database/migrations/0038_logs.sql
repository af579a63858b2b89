CREATE TABLE "log_files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"dataset_id" text NOT NULL,
	"encoding" text NOT NULL,
	"has_times" boolean NOT NULL,
	"from_time" bigint NOT NULL,
	"to_time" bigint NOT NULL,
	"bucket_ms" bigint NOT NULL,
	"lines" bigint NOT NULL,
	"records" bigint NOT NULL,
	"cut_lines" bigint NOT NULL,
	"bad_lines" bigint NOT NULL,
	"templates" integer NOT NULL,
	"forgotten_templates" integer NOT NULL,
	"dropped_findings" integer NOT NULL,
	"notes" jsonb NOT NULL,
	"read_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_template_aliases" (
	"source_id" text NOT NULL,
	"id" integer NOT NULL,
	"now" integer NOT NULL,
	CONSTRAINT "log_template_aliases_source_id_id_pk" PRIMARY KEY("source_id","id")
);
--> statement-breakpoint
CREATE TABLE "log_template_settings" (
	"source_id" text NOT NULL,
	"template_id" integer NOT NULL,
	"text" text NOT NULL,
	"name" text,
	"note" text,
	"ignored_at" bigint,
	"is_critical" boolean DEFAULT false NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "log_template_settings_source_id_template_id_pk" PRIMARY KEY("source_id","template_id")
);
--> statement-breakpoint
ALTER TABLE "log_files" ADD CONSTRAINT "log_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_template_aliases" ADD CONSTRAINT "log_template_aliases_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_template_settings" ADD CONSTRAINT "log_template_settings_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;