CREATE TABLE "report_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"schedule_id" text NOT NULL,
	"due_at" bigint NOT NULL,
	"at" bigint NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" bigint NOT NULL,
	"leased_until" bigint,
	"settled_at" bigint,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "report_schedules" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"every" text NOT NULL,
	"hour" integer NOT NULL,
	"time_zone" text NOT NULL,
	"projects" jsonb,
	"recipients" jsonb NOT NULL,
	"unsubscribed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"locale" text NOT NULL,
	"created_at" bigint NOT NULL,
	"next_at" bigint,
	"last_at" bigint,
	"stopped_at" bigint,
	"stopped_text" text
);
--> statement-breakpoint
ALTER TABLE "report_mails" ADD CONSTRAINT "report_mails_schedule_id_report_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."report_schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_schedules" ADD CONSTRAINT "report_schedules_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_mails_once" ON "report_mails" USING btree ("schedule_id","due_at","address");--> statement-breakpoint
CREATE INDEX "report_mails_next" ON "report_mails" USING btree ("state","next_at");--> statement-breakpoint
CREATE INDEX "report_schedules_owner" ON "report_schedules" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "report_schedules_next" ON "report_schedules" USING btree ("next_at");