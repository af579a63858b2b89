CREATE TABLE "live_models" (
	"source_id" text NOT NULL,
	"from_time" bigint NOT NULL,
	"model_id" text NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "live_models_source_id_from_time_pk" PRIMARY KEY("source_id","from_time")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "is_background" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "pvalue" double precision DEFAULT 0.99 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "cvalue" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "model_type" text DEFAULT 'Holistic' NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "retrain_days" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "model_id" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "training_job_id" text;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "training_asked_at" bigint;--> statement-breakpoint
ALTER TABLE "live_models" ADD CONSTRAINT "live_models_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_models" ADD CONSTRAINT "live_models_model_id_version_model_versions_model_id_version_fk" FOREIGN KEY ("model_id","version") REFERENCES "public"."model_versions"("model_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE set null ON UPDATE no action;