import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { omen } from '../../../lib/api/omen.ts'
import { outageOf } from '../../../lib/api/outage.ts'
import { emptyTail, type TailBuffer, withArrived } from './tail-buffer.ts'

export interface TailRequest {
  readonly projectName: string
  readonly q?: string
  readonly minSeverity?: number
  readonly service?: string[]
}

/** Lines as they arrive, the newest few thousand of them. */
export const useTail = (request: TailRequest): { buffer: TailBuffer; error: unknown; restart: () => void } => {
  const client = useQueryClient()
  const [buffer, setBuffer] = useState(emptyTail)
  const [error, setError] = useState<unknown>(null)
  const [run, setRun] = useState(0)
  const key = JSON.stringify(request)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another run asks for the same anew
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const attempt = <T>(call: () => Promise<T>) => outageOf(client).send(call, signal)
    setBuffer(emptyTail)
    setError(null)
    const follow = async () => {
      for await (const arrived of omen.logs.tail(JSON.parse(key) as TailRequest, { signal, attempt }))
        setBuffer((before) => withArrived(before, arrived))
    }
    follow().catch((thrown: unknown) => {
      if (!signal.aborted) setError(thrown)
    })
    return () => controller.abort()
  }, [key, run, client])
  return { buffer, error, restart: () => setRun(run + 1) }
}
