import { randomUUID } from 'node:crypto'
import type { Context } from './context.ts'

/** This process, among those that work on the same database. */
export const instanceId: string = randomUUID()

/** Epoch ms: what is older was made by another process. */
// biome-ignore lint/style/noRestrictedGlobals: the start of the process is a fact of the system, whatever the clock says
export const instanceStartedAt: number = Math.floor(performance.timeOrigin)

/** Workers send a heartbeat every second; one that was silent for this long is considered dead. */
export const SILENT_MS = 30_000

/** The embedded database belongs to one process, so any work claimed by another is abandoned. */
export function worksAlone(ctx: Pick<Context, 'settings'>): boolean {
  return ctx.settings.databaseUrl === null
}
