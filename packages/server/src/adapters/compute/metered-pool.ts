import type { Piscina } from 'piscina'
import type { ProcessorMeter } from '../../ports/compute.ts'
import { systemClock } from '../clock/system-clock.ts'
import type { Measured } from '../workers/measured.ts'

/** Threads, and the meter that their processor time is reported to. */
export interface MeteredPool {
  readonly pool: Piscina
  readonly meter: ProcessorMeter
}

type RunOptions = NonNullable<Parameters<Piscina['run']>[1]>

/** Runs a task and returns its value. */
export async function execute<T>({ pool, meter }: MeteredPool, task: object, options: RunOptions): Promise<T> {
  const began = systemClock.monotonic()
  try {
    const { value, processorMs } = (await pool.run(task, options)) as Measured<T>
    meter(processorMs)
    return value
  } catch (error) {
    // A terminated thread cannot report its processor time.
    meter(systemClock.monotonic() - began)
    throw error
  }
}
