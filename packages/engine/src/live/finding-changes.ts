import type { LiveFinding, LiveRound } from './live-state.ts'

/** What rows have brought so far. */
export type FindingChanges = {
  add(more: { changed: LiveFinding[]; removed: string[] }): void
  end(): Pick<LiveRound, 'changed' | 'removed'>
}

/** Collects what was reported, the latest of each finding. */
export function collectFindingChanges(): FindingChanges {
  const changed = new Map<string, LiveFinding>()
  const removed = new Set<string>()
  return {
    add(more) {
      for (const key of more.removed) {
        changed.delete(key)
        removed.add(key)
      }
      for (const finding of more.changed) {
        changed.delete(finding.key)
        removed.delete(finding.key)
        changed.set(finding.key, finding)
      }
    },
    end: () => ({ changed: [...changed.values()], removed: [...removed] }),
  }
}
