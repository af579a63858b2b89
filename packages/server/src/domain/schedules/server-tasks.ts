import type { Context } from '../context.ts'
import { expireFiles } from '../files/index.ts'
import { removeExpired } from '../housekeeping.ts'
import { recordIncidents } from '../incidents/index.ts'
import { trainProjects } from '../models/index.ts'
import { predictProjects } from '../predictions/index.ts'
import { deleteExpiredPoints, deleteRemoved } from '../projects/index.ts'
import { sendReports } from '../report-schedules/index.ts'
import { advanceRules } from '../rules/index.ts'
import { scrubWhenDue } from '../scrub/index.ts'
import { keepSchedule } from './keep.ts'
import type { ScheduledTask, ScheduledTasks } from './run.ts'

/** Tasks of the server itself; each is a schedule of that id and task. */
const crons = {
  'remove-expired': '7 * * * *',
  'expire-files': '37 * * * *',
  'delete-expired-points': '17 * * * *',
  'delete-removed-projects': '* * * * *',
  'train-projects': '* * * * *',
  'predict-projects': '* * * * *',
  'record-incidents': '* * * * *',
  'advance-rules': '* * * * *',
  'send-reports': '* * * * *',
  scrub: '*/10 * * * *',
} as const

export const serverTasks: ScheduledTasks & Record<keyof typeof crons, ScheduledTask> = {
  'remove-expired': (ctx) => removeExpired(ctx),
  'expire-files': (ctx) => expireFiles(ctx),
  'delete-expired-points': (ctx) => deleteExpiredPoints(ctx),
  'delete-removed-projects': (ctx) => deleteRemoved(ctx),
  'train-projects': (ctx) => trainProjects(ctx),
  'predict-projects': (ctx, _, stopping) => predictProjects(ctx, stopping),
  'record-incidents': (ctx, _, stopping) => recordIncidents(ctx, stopping),
  'advance-rules': (ctx, _, stopping) => advanceRules(ctx, stopping),
  'send-reports': (ctx, _, stopping) => sendReports(ctx, stopping),
  scrub: (ctx, _, stopping) => scrubWhenDue(ctx, stopping),
}

export async function keepServerSchedules(ctx: Context): Promise<void> {
  for (const [id, cron] of Object.entries(crons)) await keepSchedule(ctx, { id, ownerId: null, task: id, cron })
}
