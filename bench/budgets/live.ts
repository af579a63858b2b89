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
  title: 'Live detection of series with a value a second',
  async run() {
    const thousand = await measure(1000, 100)
    const tenThousand = await measure(10_000, 60)
    const growth: Measurement = {
      ...{ what: 'ten times the series: processor time', unit: '×', goal: { atMost: 11 } },
      measured: tenThousand.coreShare / thousand.coreShare,
    }
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
      growth,
    ]
  },
}

async function measure(series: number, rows: number): Promise<Load> {
  const { stdout } = await run(process.execPath, ['--expose-gc', script, String(series), String(rows)])
  return JSON.parse(stdout) as Load
}
