import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { omen } from '../../../lib/api/omen.ts'
import { outageOf } from '../../../lib/api/outage.ts'
import { type LiveRequest, queryOf, WHOLE_BUCKETS } from './live-request.ts'
import { advance, type LiveWindow, lacksPast } from './live-window.ts'

/** What a project has become so far. */
export interface Followed {
  /** Null until it is known. That of another request is kept until this one is answered. */
  window: LiveWindow | null
  /** Of which request it is. */
  key: string
  /** What trying again cannot mend. */
  error: unknown
  restart: () => void
}

/** Reading everything anew for a series that was not there, at most so often. */
const MIN_RUN_MS = 10_000

/**
 * Follows a project. A lost connection is tried again with everything else on the page that could not be read, and goes on where
 * it ended.
 */
export const useFollow = (request: LiveRequest, locale: string): Followed => {
  const client = useQueryClient()
  const [state, setState] = useState<Omit<Followed, 'restart'>>({ window: null, key: '', error: null })
  const [run, setRun] = useState(0)
  const key = JSON.stringify([request, locale])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another locale gives other sentences, another run the same ones anew
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const asked = JSON.parse(key)[0] as LiveRequest
    const { address, spanMs, predictHours } = asked
    const predict = predictHours > 0 && { predict: predictHours }
    const query = { ...queryOf(asked), ...predict, span: spanMs, buckets: WHOLE_BUCKETS }
    const attempt = <T>(call: () => Promise<T>) => outageOf(client).send(call, signal)
    const startedAt = Date.now()
    const follow = async () => {
      let window: LiveWindow | null = null
      for await (const update of omen.live.follow(address, query, { signal, attempt })) {
        if (window !== null && lacksPast(window, update) && Date.now() - startedAt > MIN_RUN_MS) {
          setRun((count) => count + 1)
          return
        }
        window = advance(window, update, spanMs)
        setState({ window, key, error: null })
      }
    }
    follow().catch((error: unknown) => {
      if (!signal.aborted) setState((before) => ({ ...before, error }))
    })
    return () => controller.abort()
  }, [key, run, client])
  const restart = () => {
    setState((before) => ({ ...before, error: null }))
    setRun(run + 1)
  }
  return { ...state, restart }
}
