import { randomUUID } from 'node:crypto'
import type { Context } from './context.ts'

/** This process, among those that work on the same database. */
export const instanceId: string = randomUUID()

/** The embedded database belongs to one process: whatever another one was at when this one started is dead. */
export function worksAlone(ctx: Pick<Context, 'settings'>): boolean {
  return ctx.settings.databaseUrl === null
}
