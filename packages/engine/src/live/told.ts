import type { LiveFinding, LiveRound } from './live-state.ts'

/** What rows have brought so far. */
export type Told = {
  add(news: { changed: LiveFinding[]; removed: string[] }): void
  end(): Pick<LiveRound, 'changed' | 'removed'>
}

/** Collects what was reported, the latest of each finding. */
export function createTold(): Told {
  const changed = new Map<string, LiveFinding>()
  const removed = new Set<string>()
  return {
    add(news) {
      for (const key of news.removed) {
        changed.delete(key)
        removed.add(key)
      }
      for (const finding of news.changed) {
        changed.delete(finding.key)
        removed.delete(finding.key)
        changed.set(finding.key, finding)
      }
    },
    end: () => ({ changed: [...changed.values()], removed: [...removed] }),
  }
}
