import { ApiProblem, TransportError } from '@omen/sdk'
import type { QueryCache, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Some of what is on screen could not be read. Times are epoch milliseconds. */
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
}

/** Waits between tries; the last one repeats. Milliseconds. */
const waitsMs = [2_000, 4_000, 8_000, 15_000, 30_000] as const

/** What trying again may mend without the user: no usable answer, an overloaded server, an internal error. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiProblem
    ? error.code === 'INTERNAL' || error.code === 'OVERLOADED'
    : error instanceof TransportError && ['network', 'timeout', 'bad-answer'].includes(error.kind)

type Query = ReturnType<QueryCache['getAll']>[number]

/**
 * The one place that tries failed reads again: follows the queries on screen, and while any of them fails repeats the first one
 * after a growing wait, the others once that one is answered.
 */
const watchOutage = (client: QueryClient): Outage => {
  const cache = client.getQueryCache()
  const lost = new Map<string, Query>()
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
    const waitMs = waitsMs[Math.min(tries, waitsMs.length - 1)] ?? 0
    timer = setTimeout(() => void tryAll(), waitMs)
    return Date.now() + waitMs
  }
  const settle = () => {
    for (const [hash, query] of lost) if (query.getObserversCount() === 0 || query.isDisabled()) lost.delete(hash)
    const [first] = lost.values()
    if (first === undefined) {
      clearTimeout(timer)
      tries = 0
      if (state !== null) change(null)
      return
    }
    const error = first.state.error as unknown
    const isInternal = error instanceof ApiProblem && error.code === 'INTERNAL'
    change({
      kind: isInternal ? 'failing' : 'unreached',
      since: state?.since ?? Date.now(),
      nextTryAt: isTrying ? null : state === null || state.nextTryAt === null ? schedule() : state.nextTryAt,
      requestId: isInternal ? error.requestId : undefined,
    })
  }
  const repeat = (queries: readonly Query[]) =>
    client.refetchQueries({ predicate: (query) => queries.includes(query) }, { cancelRefetch: false })
  const tryAll = async () => {
    const [first] = lost.values()
    if (isTrying || first === undefined) return
    clearTimeout(timer)
    tries += 1
    isTrying = true
    if (state !== null) change({ ...state, nextTryAt: null })
    await repeat([first])
    if (!lost.has(first.queryHash)) await repeat([...lost.values()])
    isTrying = false
    settle()
  }

  cache.subscribe((event) => {
    const { query } = event
    if (event.type === 'updated' && event.action.type === 'error' && isOutage(event.action.error)) {
      lost.set(query.queryHash, query)
    } else if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error')) {
      if (!lost.delete(query.queryHash)) return
    } else if (event.type !== 'observerRemoved' && event.type !== 'removed') return
    if (lost.size > 0 || state !== null) settle()
  })
  if (typeof window !== 'undefined') window.addEventListener('online', () => void tryAll())

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tryNow: () => void tryAll(),
  }
}

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
