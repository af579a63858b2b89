import { MODEL_TYPES } from '../../packages/engine/src/index.ts'
import { rangeNovelty, windowedGaussian } from './baselines.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import type { Detector, FaultRun } from './fault-run.ts'
import { modelDetector } from './model-detector.ts'

/** Every model type that is trained on normal data, then simple baselines. */
export const detectors: readonly Detector[] = [
  ...MODEL_TYPES.filter((type) => type !== 'DBScan' && type !== 'SplitByService').map(modelDetector),
  rangeNovelty,
  windowedGaussian,
]

export type Line = { detector: string; evaluation: Evaluation }

export function compare(run: FaultRun, chosen: readonly Detector[] = detectors): Line[] {
  return chosen.map((detector) => ({ detector: detector.name, evaluation: evaluate(run, detector.find(run)) }))
}

/** Faults found, what was named first, and how much was flagged where nothing was wrong. */
export function tableText(run: FaultRun, lines: readonly Line[]): string {
  const rows = lines.flatMap(({ detector, evaluation }) => {
    const right = evaluation.faults.filter((fault) => fault.found && fault.isFirstRight).length
    const found = evaluation.faults.filter((fault) => fault.found).length
    const outside = `${(100 * evaluation.flaggedOutside).toFixed(1)} %`
    const head = [detector, `${found} of ${run.faults.length}`, `${right}`, outside]
    return [
      head,
      ...evaluation.faults.map((fault) => [
        '',
        fault.fault.name,
        fault.found ? fault.first : '-',
        `${(100 * fault.covered).toFixed(0)} % covered`,
      ]),
    ]
  })
  const table = [['', 'faults found', 'first series right', 'flagged outside'], ...rows]
  const widths = [0, 1, 2].map((c) => Math.max(...table.map((row) => row[c]!.length)))
  const lineOf = (row: string[]) =>
    row
      .map((cell, c) => cell.padEnd(widths[c] ?? 0))
      .join('  ')
      .trimEnd()
  return `${run.name}: ${run.training.times.length} rows trained, ${run.whole.times.length} rows run\n${table.map(lineOf).join('\n')}\n`
}
