import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Budget, Measurement } from '../budget.ts'

const script = join(import.meta.dirname, '..', 'live', 'score-rows.ts')
const run = promisify(execFile)

interface Load {
  /** Processor seconds a row, which is the share of a core at one row a second. */
  readonly coreShare: number
  readonly memoryMb: number
}

export const liveBudget: Budget = {
  name: 'live',
  title: 'Live detection of series with a value a second, and of more with a value a minute',
  async run() {
    const thousand = await measure({ series: 1000, rows: 100, stepMs: 1000 })
    const tenThousand = await measure({ series: 10_000, rows: 60, stepMs: 1000 })
    const many = await measure({ series: 100_000, rows: 10, stepMs: 60_000 })
    const growth = (what: string, load: Load, before: Load): Measurement => ({
      ...{ what: `${what}: processor time by that of a tenth of them`, unit: '×', goal: { atMost: 11 } },
      measured: load.coreShare / before.coreShare,
    })
    return [
      { what: '1,000 series: share of a core', unit: '%', measured: 100 * thousand.coreShare },
      {
        what: '10,000 series: share of a core',
        unit: '%',
        measured: 100 * tenThousand.coreShare,
        goal: { atMost: 25 },
      },
      {
        what: '10,000 series: memory of their states',
        unit: 'MB',
        measured: tenThousand.memoryMb,
        goal: { atMost: 300 },
      },
      growth('10,000 series', tenThousand, thousand),
      {
        what: '100,000 series at a minute: share of a core',
        unit: '%',
        measured: (100 * many.coreShare) / 60,
        goal: { atMost: 25 },
      },
      {
        what: '100,000 series at a minute: memory of their states',
        unit: 'MB',
        measured: many.memoryMb,
        goal: { atMost: 300 },
      },
      growth('100,000 series', many, tenThousand),
    ]
  },
}

interface Rows {
  readonly series: number
  readonly rows: number
  readonly stepMs: number
}

async function measure({ series, rows, stepMs }: Rows): Promise<Load> {
  const { stdout } = await run(process.execPath, ['--expose-gc', script, ...[series, rows, stepMs].map(String)])
  return JSON.parse(stdout) as Load
}
