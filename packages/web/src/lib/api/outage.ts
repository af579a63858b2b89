import { ApiProblem, TransportError } from '@omen/sdk'
import type { QueryCache, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Some of what is on screen could not be read, or something could not be sent. Times are epoch milliseconds. */
export interface OutageState {
  /** `failing`: the server answers, but with internal errors. */
  kind: 'unreached' | 'failing'
  /** When the first read failed. */
  since: number
  /** When it is tried again; null while that is under way. */
  nextTryAt: number | null
  /** Of the last internal error, for the operator. */
  requestId: string | undefined
}

export interface Outage {
  readonly state: () => OutageState | null
  readonly subscribe: (listener: () => void) => () => void
  readonly tryNow: () => void
  /**
   * Sends what may be sent twice; where the server is not reached, again with the reads, until it is answered or `signal` gives it
   * up. Rejects with what trying again cannot mend.
   */
  readonly send: <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>
}

/** Waits between tries; the last one repeats. Milliseconds. */
const WAITS_MS = [2_000, 4_000, 8_000, 15_000, 30_000] as const

/** What trying again may mend without the user: no usable answer, an overloaded server, an internal error. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiProblem
    ? error.code === 'INTERNAL' || error.code === 'OVERLOADED'
    : error instanceof TransportError && ['network', 'timeout', 'bad-answer'].includes(error.kind)

type Query = ReturnType<QueryCache['getAll']>[number]

/** What failed and is tried again. */
interface Lost {
  readonly error: () => unknown
  readonly isWanted: () => boolean
  readonly repeat: () => Promise<void>
}

/**
 * The one place that tries again: follows the queries on screen and what is sent through it, and while any of them fails repeats
 * the first one after a growing wait, the others once that one is answered.
 */
const watchOutage = (client: QueryClient): Outage => {
  const cache = client.getQueryCache()
  const lost = new Map<string | symbol, Lost>()
  const listeners = new Set<() => void>()
  let state: OutageState | null = null
  let tries = 0
  let isTrying = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const change = (next: OutageState | null) => {
    state = next
    for (const listener of listeners) listener()
  }
  const schedule = () => {
    clearTimeout(timer)
    const waitMs = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0
    timer = setTimeout(() => void tryAll(), waitMs)
    return Date.now() + waitMs
  }
  const settle = () => {
    for (const [key, one] of lost) if (!one.isWanted()) lost.delete(key)
    const [first] = lost.values()
    if (first === undefined) {
      clearTimeout(timer)
      tries = 0
      if (state !== null) change(null)
      return
    }
    const error = first.error()
    const isInternal = error instanceof ApiProblem && error.code === 'INTERNAL'
    change({
      kind: isInternal ? 'failing' : 'unreached',
      since: state?.since ?? Date.now(),
      nextTryAt: isTrying ? null : state === null || state.nextTryAt === null ? schedule() : state.nextTryAt,
      requestId: isInternal ? error.requestId : undefined,
    })
  }
  const settleIfLost = () => {
    if (lost.size > 0 || state !== null) settle()
  }
  const tryAll = async () => {
    const [first] = lost
    if (isTrying || first === undefined) return
    clearTimeout(timer)
    tries += 1
    isTrying = true
    if (state !== null) change({ ...state, nextTryAt: null })
    await first[1].repeat()
    if (!lost.has(first[0])) await Promise.all([...lost.values()].map((one) => one.repeat()))
    isTrying = false
    settle()
  }

  cache.subscribe((event) => {
    const { query } = event
    if (event.type === 'updated' && event.action.type === 'error' && isOutage(event.action.error)) {
      lost.set(query.queryHash, lostRead(client, query))
    } else if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error')) {
      if (!lost.delete(query.queryHash)) return
    } else if (event.type !== 'observerRemoved' && event.type !== 'removed') return
    settleIfLost()
  })
  if (typeof window !== 'undefined') window.addEventListener('online', () => void tryAll())

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tryNow: () => void tryAll(),
    send: (call, signal) =>
      new Promise((resolve, reject) => {
        const key = Symbol('sent')
        const attempt = async () => {
          try {
            resolve(await call())
            lost.delete(key)
          } catch (error) {
            if (isOutage(error) && !signal.aborted)
              lost.set(key, { error: () => error, isWanted: () => !signal.aborted, repeat: attempt })
            else {
              lost.delete(key)
              reject(error)
            }
          }
          settleIfLost()
        }
        signal.addEventListener('abort', () => {
          reject(signal.reason)
          settleIfLost()
        })
        void attempt()
      }),
  }
}

const lostRead = (client: QueryClient, query: Query): Lost => ({
  error: () => query.state.error,
  isWanted: () => query.getObserversCount() > 0 && !query.isDisabled(),
  repeat: () => client.refetchQueries({ predicate: (one) => one === query }, { cancelRefetch: false }),
})

const outages = new WeakMap<QueryClient, Outage>()

/** The outage of a client, which is watched from the first call on. */
export const outageOf = (client: QueryClient): Outage => {
  const known = outages.get(client) ?? watchOutage(client)
  outages.set(client, known)
  return known
}

/** Null while everything on screen could be read. */
export const useOutage = (): OutageState | null => {
  const outage = outageOf(useQueryClient())
  return useSyncExternalStore(outage.subscribe, outage.state)
}
