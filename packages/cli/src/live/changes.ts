import type { Clock, Omen, ProjectEvent } from '@omen/sdk'

/** What changed in a project, read again as it is watched. */
export interface Changes {
  /** Reads those since a time, unless that was done a moment ago; `onRead` gets all of them, and those that are new. */
  read(since: number): Promise<void>
}

interface Watched {
  readonly clock: Clock
  readonly signal: AbortSignal
  onRead(all: readonly ProjectEvent[], added: readonly ProjectEvent[]): void
}

const EVERY_MS = 30_000
const MAX_CHANGES = 500

/** A failure is passed over: what else is read says that the server is away. */
export function watchChanges({ events }: Pick<Omen, 'events'>, projectName: string, watched: Watched): Changes {
  const { clock, signal, onRead } = watched
  let known: Set<string> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let readSince = Number.POSITIVE_INFINITY
  return {
    async read(since) {
      const isWider = since < readSince - EVERY_MS
      if (clock.now() - readAt < EVERY_MS && !isWider) return
      readAt = clock.now()
      readSince = since
      try {
        const { items } = await events.list({ projectName, from: since, pageSize: MAX_CHANGES }, { signal })
        const before = known
        known = new Set([...(before ?? []), ...items.map(({ id }) => id)])
        onRead(items, before === undefined || isWider ? [] : items.filter(({ id }) => !before.has(id)).reverse())
      } catch {
        readSince = Number.POSITIVE_INFINITY
      }
    },
  }
}
