export interface JoinOptions {
  readonly signal?: AbortSignal | undefined
  onProgress?(done: number, total: number): void
}

/** Work shared by several callers. It is aborted when the last of them has left. */
export interface SharedWork<T> {
  join(
    key: string,
    start: (options: JoinOptions & { signal: AbortSignal }) => Promise<T>,
    options: JoinOptions,
  ): Promise<T>
}

interface Running<T> {
  readonly result: Promise<T>
  readonly abort: AbortController
  readonly listeners: Set<JoinOptions>
}

export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>()

  const begin = (key: string, start: Parameters<SharedWork<T>['join']>[1]): Running<T> => {
    const abort = new AbortController()
    const listeners = new Set<JoinOptions>()
    const onProgress = (done: number, total: number): void => {
      for (const listener of listeners) listener.onProgress?.(done, total)
    }
    const result = start({ signal: abort.signal, onProgress }).finally(() => {
      if (running.get(key) === work) running.delete(key)
    })
    const work: Running<T> = { result, abort, listeners }
    result.catch(() => {})
    running.set(key, work)
    return work
  }

  return {
    async join(key, start, options) {
      options.signal?.throwIfAborted()
      const work = running.get(key) ?? begin(key, start as never)
      work.listeners.add(options)
      try {
        return await untilAborted(work.result, options.signal)
      } finally {
        work.listeners.delete(options)
        if (work.listeners.size === 0) {
          if (running.get(key) === work) running.delete(key)
          work.abort.abort(new DOMException('nobody waits for it any more', 'AbortError'))
        }
      }
    },
  }
}

function untilAborted<T>(result: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return result
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
