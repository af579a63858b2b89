import type { LaneWork } from '../../ports/job-queue.ts'
import type { Context } from '../context.ts'
import { runSchedule, type ScheduledTasks } from './run.ts'
import { readScheduleMessage } from './schedule-row.ts'

/** Live work waits for disks and networks more than it computes. */
const concurrency = 2

/** The lane of scheduled tasks. */
export function liveLane(ctx: Context, tasks: ScheduledTasks): LaneWork {
  return {
    concurrency,
    async run(key, stopping) {
      const due = readScheduleMessage(key)
      if (due) await runSchedule(ctx, tasks, { ...due, stopping })
      else ctx.log.warn({ key }, 'an unknown message was ignored')
    },
  }
}
