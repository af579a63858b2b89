import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Budget, Measurement } from '../budget.ts'

const folder = join(import.meta.dirname, '..', 'live')
/** Of the young generation of the thread that live detection runs in: 16 MB. */
const AS_IN_SERVER = ['--max-semi-space-size=5']
const run = promisify(execFile)

interface Load {
  /** Processor seconds a row, which is the share of a core at one row a second. */
  readonly coreShare: number
  /** By which the process has grown, and what is in use of it. */
  readonly memoryMb: number
  readonly heldMb: number
}

export const liveBudget: Budget = {
  name: 'live',
  title: 'Live detection of series with a value a second, and of more with a value a minute',
  async run() {
    const thousand = await measure({ series: 1000, rows: 100, stepMs: 1000, pastRows: 3600 })
    const tenThousand = await measure({ series: 10_000, rows: 60, stepMs: 1000, pastRows: 3600 })
    const many = await measure({ series: 100_000, rows: 5, stepMs: 60_000, pastRows: 9 * 24 * 60 })
    const growth = (what: string, load: Load, before: Load): Measurement => ({
      what: `${what}: processor time by that of a tenth of them`,
      unit: '×',
      goal: { atMost: 11 },
      measured: load.coreShare / before.coreShare,
    })
    const memoryOf = (what: string, { heldMb, memoryMb }: Load): Measurement => ({
      what: `${what}: memory of their states`,
      unit: 'MB',
      measured: heldMb,
      goal: { atMost: 300 },
      note: `${Math.round(memoryMb)} MB of the process, with what is free of it`,
    })
    return [
      { what: '1,000 series: share of a core', unit: '%', measured: 100 * thousand.coreShare },
      {
        what: '10,000 series: share of a core',
        unit: '%',
        measured: 100 * tenThousand.coreShare,
        goal: { atMost: 25 },
      },
      memoryOf('10,000 series', tenThousand),
      growth('10,000 series', tenThousand, thousand),
      {
        what: '100,000 series at a minute: share of a core',
        unit: '%',
        measured: (100 * many.coreShare) / 60,
        goal: { atMost: 25 },
      },
      memoryOf('100,000 series at a minute', many),
    ]
  },
}

interface Rows {
  readonly series: number
  readonly rows: number
  readonly stepMs: number
  /** Rows that the states have seen. */
  readonly pastRows: number
}

async function measure({ series, rows, stepMs, pastRows }: Rows): Promise<Load> {
  const temporary = await mkdtemp(join(tmpdir(), 'omen-live-'))
  try {
    const file = join(temporary, 'state')
    const node = (script: string, ...given: number[]) =>
      run(process.execPath, [...AS_IN_SERVER, '--expose-gc', join(folder, script), file, ...given.map(String)])
    await node('make-state.ts', series, stepMs, pastRows)
    const { stdout } = await node('score-rows.ts', series, rows, pastRows)
    return JSON.parse(stdout) as Load
  } finally {
    await rm(temporary, { recursive: true })
  }
}
