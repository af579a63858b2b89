import type { TrainAndDetectResult, TrainedDetection } from '@omen/engine'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { FrameFile } from '../io/read-frame.ts'
import { counted } from '../render/figures.ts'

/** The detection; a CliError with SERIES_MISMATCH where the tables share no series, NOT_ENOUGH_DATA where there is too little to train on. */
export function requireDetected(training: FrameFile, file: FrameFile, result: TrainAndDetectResult): TrainedDetection {
  if (result.kind === 'detected') return result
  if (result.kind === 'no-shared-series') throw mismatch(training, file)
  const hint = 'Use a longer interval of normal data.'
  const message = `${training.name}: ${result.reason}`
  throw new CliError(message, { code: 'NOT_ENOUGH_DATA', exit: EXIT_CODE.failed, hint })
}

/** Which series were left out because only one of the two tables has them; empty for none. */
export function unsharedRemark(training: FrameFile, file: FrameFile, detection: TrainedDetection): string {
  const only = (count: number, { name }: FrameFile): string[] =>
    count > 0 ? [`${counted(count, 'series', 'series')} only in ${name}: not evaluated.`] : []
  return [...only(detection.onlyInTraining, training), ...only(detection.onlyInFrame, file)].join('\n')
}

function mismatch(training: FrameFile, file: FrameFile): CliError {
  const first = ({ frame }: FrameFile): string => frame.series[0]?.id ?? ''
  return new CliError(`${training.name} and ${file.name} have no series in common`, {
    code: 'SERIES_MISMATCH',
    exit: EXIT_CODE.failed,
    hint: `Columns are matched by name: "${first(training)}" there, "${first(file)}" here.`,
  })
}
