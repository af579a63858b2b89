CREATE TABLE "incident_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"incident_id" text NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"by" text,
	"note" text,
	"other" text
);
--> statement-breakpoint
CREATE TABLE "incident_records" (
	"incident_id" text PRIMARY KEY NOT NULL,
	"made_at" bigint NOT NULL,
	"made_from" text NOT NULL,
	"ranking" jsonb,
	"movers" jsonb NOT NULL,
	"picture" jsonb
);
--> statement-breakpoint
CREATE TABLE "incident_stars" (
	"incident_id" text NOT NULL,
	"account_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "incident_stars_incident_id_account_id_pk" PRIMARY KEY("incident_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "post_mortem_revisions" (
	"post_mortem_id" text NOT NULL,
	"revision" integer NOT NULL,
	"text" text NOT NULL,
	"actions" jsonb NOT NULL,
	"at" bigint NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "post_mortem_revisions_post_mortem_id_revision_pk" PRIMARY KEY("post_mortem_id","revision")
);
--> statement-breakpoint
CREATE TABLE "post_mortem_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_mortems" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"incident_id" text,
	"detection_id" text,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prediction_rules" (
	"source_id" text PRIMARY KEY NOT NULL,
	"state" jsonb NOT NULL,
	"learned_at" bigint NOT NULL,
	"advanced_to" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rule_predictions" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"rule_id" text NOT NULL,
	"prediction" jsonb NOT NULL,
	"precursor" text NOT NULL,
	"lead_ms" double precision NOT NULL,
	"state" text NOT NULL,
	"settled_at" bigint,
	"incident_id" text
);
--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "is_pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "resolved_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "merged_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "merged_by" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "excluded_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "excluded_by" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "lead" jsonb;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "end_time" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "family" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "severity" double precision;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "val" double precision;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "finding_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "instances" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "title" jsonb;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "fingerprint" jsonb;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "repeat_key" text;--> statement-breakpoint
ALTER TABLE "incident_history" ADD CONSTRAINT "incident_history_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_records" ADD CONSTRAINT "incident_records_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_stars" ADD CONSTRAINT "incident_stars_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_stars" ADD CONSTRAINT "incident_stars_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_mortem_revisions" ADD CONSTRAINT "post_mortem_revisions_post_mortem_id_post_mortems_id_fk" FOREIGN KEY ("post_mortem_id") REFERENCES "public"."post_mortems"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_mortem_templates" ADD CONSTRAINT "post_mortem_templates_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_mortems" ADD CONSTRAINT "post_mortems_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_mortems" ADD CONSTRAINT "post_mortems_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_mortems" ADD CONSTRAINT "post_mortems_detection_id_detections_id_fk" FOREIGN KEY ("detection_id") REFERENCES "public"."detections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prediction_rules" ADD CONSTRAINT "prediction_rules_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_predictions" ADD CONSTRAINT "rule_predictions_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_predictions" ADD CONSTRAINT "rule_predictions_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_history_incident" ON "incident_history" USING btree ("incident_id","id");--> statement-breakpoint
CREATE INDEX "incident_stars_account" ON "incident_stars" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "post_mortem_templates_name" ON "post_mortem_templates" USING btree ("owner_id",lower("name"));--> statement-breakpoint
CREATE INDEX "post_mortems_incident" ON "post_mortems" USING btree ("incident_id");--> statement-breakpoint
CREATE INDEX "rule_predictions_source" ON "rule_predictions" USING btree ("source_id","settled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rule_predictions_open" ON "rule_predictions" USING btree ("source_id","rule_id") WHERE "rule_predictions"."state" = 'open';--> statement-breakpoint
CREATE INDEX "incidents_merged" ON "incidents" USING btree ("merged_into") WHERE "incidents"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "incidents_undescribed" ON "incidents" USING btree ("source_id") WHERE "incidents"."lead" is null;--> statement-breakpoint
ALTER TABLE "incidents" DROP COLUMN "causes";