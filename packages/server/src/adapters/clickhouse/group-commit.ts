import { nextTurn } from '../../ports/next-turn.ts'

/** Batches the appends of many senders into few commits. */
export interface GroupCommit<T> {
  /** Resolves when the commit that holds the batch is done, rejects when that fails. */
  add(batch: T): Promise<void>
  /** Resolves when nothing waits and nothing is being committed. */
  idle(): Promise<void>
}

export interface GroupCommitOptions<T> {
  commit(batches: readonly T[]): Promise<void>
  /** In rows or bytes, as the limits. */
  sizeOf(batch: T): number
  /** Limit of one commit. */
  readonly maxCommitSize: number
  /** Limit of the queue; beyond it, `refuse` gives the error to reject with. */
  readonly maxWaitingSize: number
  refuse(waitingSize: number): Error
}

interface Waiting<T> {
  readonly batch: T
  readonly size: number
  resolve(): void
  reject(reason: unknown): void
}

/** One commit at a time; the next one takes everything added meanwhile, so a single sender is never delayed. */
export function createGroupCommit<T>(options: GroupCommitOptions<T>): GroupCommit<T> {
  const waiting: Waiting<T>[] = []
  let waitingSize = 0
  let running: Promise<void> | undefined

  const take = (): Waiting<T>[] => {
    let size = 0
    let count = 0
    while (count < waiting.length && (count === 0 || size + waiting[count]!.size <= options.maxCommitSize))
      size += waiting[count++]!.size
    waitingSize -= size
    return waiting.splice(0, count)
  }
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Senders whose batch was just committed add their next one before this continues, and share the next commit.
      await nextTurn()
      const taken = take()
      try {
        await options.commit(taken.map(({ batch }) => batch))
        for (const sender of taken) sender.resolve()
      } catch (error) {
        for (const sender of taken) sender.reject(error)
      }
      await Promise.resolve()
    }
    running = undefined
  }
  return {
    add(batch) {
      const size = options.sizeOf(batch)
      if (waitingSize > 0 && waitingSize + size > options.maxWaitingSize)
        return Promise.reject(options.refuse(waitingSize))
      waitingSize += size
      return new Promise((resolve, reject) => {
        waiting.push({ batch, size, resolve, reject })
        running ??= run()
      })
    },
    idle: async () => running,
  }
}
