CREATE TABLE "account_turns" (
	"account_id" text PRIMARY KEY NOT NULL,
	"turn" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processor_use" (
	"account_id" text NOT NULL,
	"day" date NOT NULL,
	"used_ms" bigint NOT NULL,
	CONSTRAINT "processor_use_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text,
	"task" text NOT NULL,
	"cron" text NOT NULL,
	"next_at" bigint NOT NULL,
	"last_at" bigint,
	"worker" text,
	"seen_at" bigint
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "not_before" bigint;--> statement-breakpoint
ALTER TABLE "account_turns" ADD CONSTRAINT "account_turns_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "processor_use" ADD CONSTRAINT "processor_use_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedules_next" ON "schedules" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("owner_id","created_at","id") WHERE "jobs"."state" = 'queued';--> statement-breakpoint
DROP SCHEMA IF EXISTS "pgboss" CASCADE;
