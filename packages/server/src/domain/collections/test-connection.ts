import { type CollectedBatch, type Collector, CollectorError } from '../../ports/collector.ts'
import type { ConnectionFields } from '../../ports/collector-factory.ts'
import type { ConnectionTest } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { trialSentence } from './fault-sentence.ts'
import { untilAborted } from './limit-windows.ts'

const PATIENCE_MS = 45_000
const MAX_SAMPLES = 20

export type TestResult = Omit<ConnectionTest, 'success'>

export interface TestRequest {
  readonly stepMs: number
  /** Part of the name of the choices. */
  readonly search: string
}

/** Asks the service for its newest samples, for what there is, and what fetching it costs. Throws CONNECTION_FAILED with what to do. */
export async function testConnection(
  ctx: Context,
  connection: ConnectionFields,
  { stepMs, search }: TestRequest,
): Promise<TestResult> {
  return withCollector(ctx, connection, stepMs, async (collector, signal) => {
    const batch = await collector.test(signal)
    const choices = await collector.choices(search, signal)
    const estimate = await collector.estimate(stepMs, signal)
    return {
      samples: samplesOf(batch).slice(0, MAX_SAMPLES),
      choices: choices.map(({ items, ...rest }) => ({ ...rest, items: [...items] })),
      estimate,
      notes: [...(batch.notes ?? [])],
    }
  })
}

/** The same without looking around: before something is kept. */
export async function requireConnection(ctx: Context, connection: ConnectionFields, stepMs: number): Promise<void> {
  await withCollector(ctx, connection, stepMs, (collector, signal) => collector.test(signal))
}

async function withCollector<T>(
  ctx: Context,
  connection: ConnectionFields,
  stepMs: number,
  act: (collector: Collector, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  let collector: Collector | undefined
  const signal = AbortSignal.timeout(PATIENCE_MS)
  try {
    collector = ctx.openCollector(connection, stepMs)
    return await untilAborted(act(collector, signal), signal)
  } catch (error) {
    if (signal.aborted) throw connectionFailed(new CollectorError('timeout', { cause: error }))
    if (error instanceof CollectorError) throw connectionFailed(error)
    throw error
  } finally {
    await collector?.close()
  }
}

function connectionFailed({ fault, providerText, retryAfterMs, cause }: CollectorError): DomainError {
  return new DomainError('CONNECTION_FAILED', {
    message: { en: trialSentence(fault, providerText, 'en'), 'zh-CN': trialSentence(fault, providerText, 'zh-CN') },
    details: [{ name: fault, message: providerText ?? trialSentence(fault, undefined, 'en') }],
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    cause,
  })
}

function samplesOf({ series = [], lines = [] }: CollectedBatch): TestResult['samples'] {
  const samples = series.flatMap(({ series: { id, unit }, times, values }) =>
    times.slice(-1).map((time, at) => {
      const value = values.slice(-1)[at]!
      return { time, name: id, value: Number.isFinite(value) ? value : null, ...(unit && { unit }) }
    }),
  )
  return [...samples, ...lines.map(({ time, instance = '', line }) => ({ time, name: instance, value: line }))]
}
