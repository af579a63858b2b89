CREATE TABLE "alert_settings" (
	"source_id" text PRIMARY KEY NOT NULL,
	"pvalue_email" double precision NOT NULL,
	"cvalue_email" integer NOT NULL,
	"min_anomaly_ratio" double precision NOT NULL,
	"recipients" jsonb NOT NULL,
	"quiet_minutes" integer NOT NULL,
	"only_with_cause" boolean NOT NULL,
	"sends_recovery" boolean NOT NULL,
	"escalate_minutes" integer,
	"thresholds" jsonb NOT NULL,
	"calendars" jsonb NOT NULL,
	"prediction_hours" integer NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text,
	"incident_id" text,
	"incident_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"message" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"alert_id" text NOT NULL,
	"integration_id" text,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" bigint NOT NULL,
	"leased_by" text,
	"leased_until" bigint,
	"attempted_at" bigint,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "integration_projects" (
	"integration_id" text NOT NULL,
	"source_id" text NOT NULL,
	CONSTRAINT "integration_projects_integration_id_source_id_pk" PRIMARY KEY("integration_id","source_id")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"provider" text NOT NULL,
	"account" text NOT NULL,
	"service_key" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"is_for_all" boolean NOT NULL,
	"is_for_escalation" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"stopped_at" bigint,
	"stopped_text" text
);
--> statement-breakpoint
CREATE TABLE "unsubscribes" (
	"source_id" text NOT NULL,
	"address" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "unsubscribes_source_id_address_pk" PRIMARY KEY("source_id","address")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"source_id" text PRIMARY KEY NOT NULL,
	"connector" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" "bytea" NOT NULL,
	"collected_to" bigint NOT NULL,
	"newest_at" bigint,
	"cursor" jsonb,
	"next_at" bigint NOT NULL,
	"leased_by" text,
	"leased_until" bigint,
	"fault" text,
	"fault_text" text,
	"fault_since" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"backfill_state" text,
	"backfill_from" bigint,
	"backfill_to" bigint,
	"backfilled_from" bigint,
	"backfill_next_at" bigint NOT NULL,
	"backfill_leased_by" text,
	"backfill_leased_until" bigint,
	"backfill_fault" text,
	"backfill_fault_text" text,
	"backfill_failures" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "reported_at" bigint;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "alerted_at" bigint;--> statement-breakpoint
ALTER TABLE "findings" ADD COLUMN "recovered_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "decided_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "alerted_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "escalated_at" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "recovered_at" bigint;--> statement-breakpoint
ALTER TABLE "predictions" ADD COLUMN "alerted_at" bigint;--> statement-breakpoint
ALTER TABLE "alert_settings" ADD CONSTRAINT "alert_settings_source_id_projects_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."projects"("source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_projects" ADD CONSTRAINT "integration_projects_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_projects" ADD CONSTRAINT "integration_projects_source_id_projects_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."projects"("source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unsubscribes" ADD CONSTRAINT "unsubscribes_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_source_id_projects_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."projects"("source_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_key" ON "alerts" USING btree ("key");--> statement-breakpoint
CREATE INDEX "alerts_source" ON "alerts" USING btree ("source_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_target" ON "deliveries" USING btree ("alert_id","integration_id","target");--> statement-breakpoint
CREATE INDEX "deliveries_next" ON "deliveries" USING btree ("state","next_at");--> statement-breakpoint
CREATE INDEX "deliveries_integration" ON "deliveries" USING btree ("integration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "integrations_account" ON "integrations" USING btree ("owner_id","provider","account");--> statement-breakpoint
CREATE INDEX "collections_next" ON "collections" USING btree ("next_at");