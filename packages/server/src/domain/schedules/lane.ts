import type { LaneWork } from '../../ports/job-queue.ts'
import type { Context } from '../context.ts'
import { runSchedule, type ScheduledTasks } from './run.ts'
import { readScheduleMessage } from './schedule-row.ts'

/** Scheduled tasks wait for disks and networks more than they compute; a long one leaves a slot for the others. */
const CONCURRENCY = 2

/** A lane of scheduled tasks. */
export function scheduleLane(ctx: Context, tasks: ScheduledTasks): LaneWork {
  return {
    concurrency: CONCURRENCY,
    async run(key, stopping) {
      const due = readScheduleMessage(key)
      if (due) await runSchedule(ctx, tasks, { ...due, stopping })
      else ctx.log.warn({ key }, 'an unknown message was ignored')
    },
  }
}
