import { describe, expect, it } from 'vitest'
import { CONFOUNDERS } from './fault.ts'
import { PIPELINE_FAULTS, type PipelineIncident, simulatePipeline } from './simulate-pipeline.ts'

const STEP_MS = 15_000
const ROWS_BEFORE = 240
const SEEDS = [1, 2, 3]

/** The values of a metric, of the instances that are meant. */
function valuesOf(
  { frame }: PipelineIncident,
  metric: string,
  isMeant: (instance: string) => boolean = () => true,
): number[][] {
  return frame.series.flatMap((key, k) =>
    key.metric === metric && isMeant(key.instance)
      ? [[...frame.columns[k]!].filter((value) => !Number.isNaN(value))]
      : [],
  )
}

describe('simulatePipeline', () => {
  it('is the same for the same seed', () => {
    expect(simulatePipeline('disk_ms', STEP_MS, 7)).toMatchObject({
      frame: { columns: simulatePipeline('disk_ms', STEP_MS, 7).frame.columns },
    })
  })

  it('holds what a metric can be, whatever goes wrong beside it', () => {
    for (const seed of SEEDS) {
      for (const kind of PIPELINE_FAULTS) {
        for (const beside of [undefined, ...CONFOUNDERS]) {
          const incident = simulatePipeline(kind, STEP_MS, seed, beside)
          expect(Math.max(...valuesOf(incident, 'cpu_busy').flat())).toBeLessThanOrEqual(100)
          for (const metric of ['cpu_busy', 'disk_ms', 'retransmits', 'queue', 'done_per_s'])
            expect(Math.min(...valuesOf(incident, metric).flat())).toBeGreaterThanOrEqual(0)
        }
      }
    }
  })

  it('moves the resource of its cause as the fault begins', () => {
    for (const seed of SEEDS) {
      const { frame, isCause } = simulatePipeline('cpu_busy', STEP_MS, seed)
      const causes = frame.series.flatMap((key, k) => (isCause(key) ? [frame.columns[k]!] : []))
      expect(causes).toHaveLength(1)
      const [before, after] = [causes[0]!.slice(0, ROWS_BEFORE), causes[0]!.slice(ROWS_BEFORE + 8)]
      expect(meanOf(after)).toBeGreaterThan(meanOf(before))
    }
  })

  it('takes all series of a worker that stops: no values come, or nothing but 0', () => {
    for (const seed of SEEDS) {
      const { frame, isCause } = simulatePipeline('stop', STEP_MS, seed)
      const stopped = frame.columns.filter((_, k) => isCause(frame.series[k]!))
      expect(stopped).toHaveLength(7)
      for (const column of stopped) expect([...column.slice(-10)].filter((value) => value > 0)).toEqual([])
    }
  })
})

function meanOf(values: Float64Array): number {
  const present = values.filter((value) => !Number.isNaN(value))
  return present.reduce((sum, value) => sum + value, 0) / present.length
}
