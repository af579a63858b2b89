CREATE TABLE "detections" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"job_id" text NOT NULL,
	"kind" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"filename" text NOT NULL,
	"upload_file_name" text NOT NULL,
	"model_id" text,
	"model_name" text,
	"model_type" text,
	"model_user_name" text,
	"model_version" integer,
	"model_header" jsonb,
	"weights_handle" text,
	"pvalue" double precision,
	"cvalue" integer,
	"points_id" text NOT NULL,
	"scores_id" text,
	"series" jsonb NOT NULL,
	"score_series" jsonb NOT NULL,
	"summaries" jsonb NOT NULL,
	"periods" jsonb NOT NULL,
	"gaps" jsonb NOT NULL,
	"notes" jsonb NOT NULL,
	"trust" text NOT NULL,
	"rows" integer NOT NULL,
	"interval_ms" bigint,
	"from_time" bigint NOT NULL,
	"to_time" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "detections_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "verdicts" (
	"detection_id" text NOT NULL,
	"period_id" text NOT NULL,
	"verdict" text NOT NULL,
	"note" text,
	"model_id" text,
	"pattern" jsonb NOT NULL,
	"account_id" text NOT NULL,
	"given_at" bigint NOT NULL,
	CONSTRAINT "verdicts_detection_id_period_id_pk" PRIMARY KEY("detection_id","period_id")
);
--> statement-breakpoint
CREATE TABLE "datasets" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"series" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"interval_ms" bigint,
	"from_time" bigint,
	"to_time" bigint,
	"filled_by" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"upload_file_name" text NOT NULL,
	"state" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"expected_sha256" text,
	"preview" jsonb,
	"failure" jsonb,
	"dataset_id" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"progress" jsonb NOT NULL,
	"result" jsonb,
	"error" jsonb,
	"attempts" integer NOT NULL,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"worker" text,
	"seen_at" bigint,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"finished_at" bigint
);
--> statement-breakpoint
CREATE TABLE "model_shares" (
	"model_id" text NOT NULL,
	"account_id" text NOT NULL,
	CONSTRAINT "model_shares_model_id_account_id_pk" PRIMARY KEY("model_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "model_versions" (
	"model_id" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"job_id" text NOT NULL,
	"upload_file_name" text NOT NULL,
	"header" jsonb,
	"series" jsonb,
	"calibration" jsonb,
	"weights_handle" text,
	"bytes" integer,
	"rows" integer,
	"interval_ms" bigint,
	"trained_from" bigint,
	"trained_to" bigint,
	"failure" jsonb,
	"created_at" bigint NOT NULL,
	CONSTRAINT "model_versions_model_id_version_pk" PRIMARY KEY("model_id","version")
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"model_name" text NOT NULL,
	"model_type" text NOT NULL,
	"live_version" integer,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "detections" ADD CONSTRAINT "detections_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_detection_id_detections_id_fk" FOREIGN KEY ("detection_id") REFERENCES "public"."detections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_shares" ADD CONSTRAINT "model_shares_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_shares" ADD CONSTRAINT "model_shares_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_versions" ADD CONSTRAINT "model_versions_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "detections_owner" ON "detections" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "detections_model" ON "detections" USING btree ("model_id","created_at");--> statement-breakpoint
CREATE INDEX "verdicts_model" ON "verdicts" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "files_expires" ON "files" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_dataset" ON "files" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "jobs_owner" ON "jobs" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_state" ON "jobs" USING btree ("state");--> statement-breakpoint
CREATE INDEX "model_shares_account" ON "model_shares" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "model_versions_job" ON "model_versions" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "models_name" ON "models" USING btree ("owner_id",lower("model_name"),"model_type");