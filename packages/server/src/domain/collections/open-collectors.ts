import type { Collector } from '../../ports/collector.ts'
import type { Context } from '../context.ts'
import type { Claimed } from './claims.ts'
import { openConnection } from './connection-row.ts'
import { limitWindows } from './limit-windows.ts'
import { createRecentSamples, type RecentSamples } from './recent-samples.ts'

export interface OpenCollector {
  readonly collector: Collector
  /** Of what this server has stored of it. */
  readonly recent: RecentSamples
}

/** Collectors stay open between two collections: they hold connections, tokens and what they know of the service. */
export interface OpenCollectors {
  /** Throws `CollectorError` where the connection cannot be used. */
  of(claimed: Claimed): OpenCollector
  /** Closes those that were not used for a while. */
  closeIdle(): void
  close(): Promise<void>
}

interface Held extends OpenCollector {
  readonly revision: number
  readonly stepMs: number
  usedAt: number
}

const IDLE_MS = 30 * 60_000

export function createOpenCollectors(
  ctx: Pick<Context, 'secretBox' | 'openCollector' | 'clock' | 'log'>,
  windowLimitMs: number,
): OpenCollectors {
  const held = new Map<string, Held>()
  const end = async (sourceId: string): Promise<void> => {
    const one = held.get(sourceId)
    held.delete(sourceId)
    await one?.collector
      .close()
      .catch((error: unknown) => ctx.log.warn({ err: error, sourceId }, 'closing a collector failed'))
  }
  return {
    of({ collection, project }) {
      const { sourceId, revision } = collection
      const known = held.get(sourceId)
      if (known?.revision === revision && known.stepMs === project.samplingMs) {
        known.usedAt = ctx.clock.now()
        return known
      }
      if (known) void end(sourceId)
      const fields = openConnection(ctx, collection, project.dataType)
      const collector = limitWindows(ctx.openCollector(fields, project.samplingMs), windowLimitMs, ctx.clock)
      const opened = { collector, recent: createRecentSamples() }
      held.set(sourceId, { ...opened, revision, stepMs: project.samplingMs, usedAt: ctx.clock.now() })
      return opened
    },
    closeIdle() {
      const before = ctx.clock.now() - IDLE_MS
      for (const [sourceId, { usedAt }] of held) if (usedAt < before) void end(sourceId)
    },
    close: async () => void (await Promise.all([...held.keys()].map(end))),
  }
}
