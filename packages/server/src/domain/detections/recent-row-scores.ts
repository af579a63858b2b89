import type { Clock, StopTimer } from '../../ports/clock.ts'
import type { RowScores } from '../../ports/point-store.ts'

export interface RecentOptions {
  /** Since they were last read. */
  readonly keptMs: number
  /** Of all that are kept; what was read longest ago goes first, and more than this is never kept. */
  readonly bytes: number
}

/** Row scores kept for whoever moves a slider, which asks for the same ones again and again. The scores of a detection never change. */
export interface RecentRowScores {
  read(clock: Clock, scoresId: string, load: () => Promise<RowScores>): Promise<RowScores>
}

interface Kept {
  readonly scores: RowScores
  readonly stopTimer: StopTimer
}

export function createRecentRowScores({ keptMs, bytes }: RecentOptions): RecentRowScores {
  /** In the order in which they were last read. */
  const kept = new Map<string, Kept>()

  function forget(scoresId: string): void {
    kept.get(scoresId)?.stopTimer()
    kept.delete(scoresId)
  }

  function keep(clock: Clock, scoresId: string, scores: RowScores): void {
    forget(scoresId)
    kept.set(scoresId, { scores, stopTimer: clock.after(keptMs, () => kept.delete(scoresId)) })
    let total = [...kept.values()].reduce((sum, one) => sum + bytesOf(one.scores), 0)
    for (const [oldest, one] of kept) {
      if (total <= bytes) return
      total -= bytesOf(one.scores)
      forget(oldest)
    }
  }

  return {
    async read(clock, scoresId, load) {
      const scores = kept.get(scoresId)?.scores ?? (await load())
      keep(clock, scoresId, scores)
      return scores
    },
  }
}

function bytesOf({ times, probability, direction }: RowScores): number {
  return times.byteLength + probability.byteLength + direction.byteLength
}
