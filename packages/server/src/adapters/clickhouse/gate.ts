/** Lets a limited number of tasks run at once, in the order in which they came. */
export interface Gate {
  <T>(task: () => Promise<T>): Promise<T>
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>
}

export function createGate(limit: number): Gate {
  const waiting: (() => void)[] = []
  let idlers: (() => void)[] = []
  let running = 0

  const leave = (): void => {
    running--
    waiting.shift()?.()
    if (running > 0 || waiting.length > 0) return
    const resolved = idlers
    idlers = []
    for (const resolve of resolved) resolve()
  }
  const gate = async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await task()
    } finally {
      leave()
    }
  }
  const idle = (): Promise<void> =>
    running === 0 && waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))
  return Object.assign(gate, { idle })
}
