import { type GapFacts, gapDuration } from '../detect/gaps/gap-list.ts'
import type { GapFinding } from '../detect/period.ts'
import type { FindingChanges } from './finding-changes.ts'
import type { LiveFinding } from './live-state.ts'
import type { RowPlace } from './watch-series.ts'

/** The effect of a row on a gap: it begins to be reported, continues, or ends. */
export type GapChange = 'opened' | 'extended' | 'ended' | undefined

/** Where a gap began, and its rows so far. */
export type GapPlace = { start: number; fromRow: number; rows: number }

/** The gaps that go on, each named by what it is of and its beginning. */
export type GapReports = {
  /** Reports what a row did to a gap. */
  take(
    name: string,
    change: GapChange,
    gap: GapPlace,
    place: RowPlace,
    describe: (durationMs: number) => GapFacts,
    changes: FindingChanges,
  ): void
  /** Takes back what was reported of a gap that another one explains. */
  drop(name: string, start: number, changes: FindingChanges): void
  findings(): LiveFinding[]
  save(): ReadonlyMap<string, LiveFinding>
}

export function createGapReports(stepMs: number, saved?: ReadonlyMap<string, LiveFinding>): GapReports {
  const gaps = new Map<string, LiveFinding>(saved)
  return {
    take(name, change, { start, fromRow, rows }, { time }, describe, changes) {
      if (change === undefined) return
      const key = `${name}|${start}`
      if (change === 'ended') {
        const before = gaps.get(key)
        if (before !== undefined) changes.add({ changed: [{ ...before, state: 'over' }], removed: [] })
        gaps.delete(key)
        return
      }
      const own = { start, end: time, fromRow, toRow: fromRow + rows, rows }
      const gap: GapFinding = { ...own, ...describe(gapDuration(own, stepMs)) }
      const reportedAt = gaps.get(key)?.reportedAt ?? time
      const finding: LiveFinding = { key, type: 'gap', state: 'open', gap, reportedAt }
      gaps.set(key, finding)
      changes.add({ changed: [finding], removed: [] })
    },
    drop(name, start, changes) {
      const key = `${name}|${start}`
      if (gaps.delete(key)) changes.add({ changed: [], removed: [key] })
    },
    findings: () => [...gaps.values()],
    save: () => gaps,
  }
}
