import type { Readable } from 'node:stream'
import { judgeWindows, type LabelledScores, nabScores } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { LabelledWindow } from '../io/read-windows.ts'
import type { Evaluation } from './evaluation.ts'
import type { MatchedLabels } from './match-labels.ts'
import type { NamedFile } from './named-files.ts'
import { placeLabels } from './place-labels.ts'
import { readScores } from './read-scores.ts'

type Part = LabelledScores & { file: string; series: string }

/** Holds the scores of files against the windows of each. Throws CliErrors, see `readScores` and `placeLabels`. */
export async function evaluateScores(
  files: readonly NamedFile[],
  { windows, unused }: MatchedLabels,
  threshold: number,
  stdin: Readable,
): Promise<Evaluation> {
  const parts: Part[] = []
  for (const [k, { path, name }] of files.entries()) parts.push(...(await readParts(path, name, windows[k]!, stdin)))
  const total = judgeWindows(parts, threshold)
  const nab = nabScores(parts)
  return {
    parts: parts.map((part) => ({
      ...{ file: part.file, series: part.series, rows: part.times.length },
      judgement: judgeWindows([part], threshold),
    })),
    total,
    scores: { threshold, nab: nab.standard.windows > 0 ? nab : undefined },
    unusedLabels: unused,
    remarks: [],
  }
}

async function readParts(
  path: string,
  file: string,
  windows: readonly LabelledWindow[],
  stdin: Readable,
): Promise<Part[]> {
  const all = await readScores(path, stdin)
  const unknown = windows.find(({ series }) => series !== undefined && !all.some((one) => one.series === series))
  if (unknown) {
    const hint = `Its series: ${all
      .map(({ series }) => series || '(one without a name)')
      .slice(0, 5)
      .join(', ')}`
    const message = `${file}: there is no series "${unknown.series}", which the labels name`
    throw new CliError(message, { code: 'UNKNOWN_SERIES', exit: exitCode.failed, hint })
  }
  return all.map(({ series, times, scores }) => {
    const own = windows.filter((window) => window.series === undefined || window.series === series)
    return { file, series, times, scores, windows: placeLabels(file, times, own) }
  })
}
