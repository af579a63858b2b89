import {
  type Detection,
  detect,
  type Frame,
  type Model,
  type ModelType,
  type PeriodOptions,
  trainModel,
} from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import type { FrameFile } from '../io/read-frame.ts'
import { counted } from '../render/figures.ts'

/** What the server takes unless it is told otherwise. */
export const usualOptions: PeriodOptions = { pvalue: 0.99, cvalue: 5 }

/**
 * Trains a model on one table and runs it on another, with the series that both have; `remark` tells which had to be
 * left out. The model is Holistic unless told otherwise. Throws a CliError with SERIES_MISMATCH where they share none,
 * and with NOT_ENOUGH_DATA where nothing can be learned.
 */
export function findAnomalies(
  training: FrameFile,
  file: FrameFile,
  options: PeriodOptions & { modelType?: ModelType | undefined },
): Detection & { frame: Frame; model: Model; remark: string } {
  const known = new Set(training.frame.series.map(({ id }) => id))
  const shared = file.frame.series.map(({ id }) => id).filter((id) => known.has(id))
  if (shared.length === 0) throw mismatch(training, file)
  const trained = trainModel(takeSeries(training.frame, shared), { modelType: options.modelType ?? 'Holistic' })
  if (trained.kind === 'insufficient') {
    const hint = 'Give a longer time in which all was well.'
    const message = `${training.name}: ${trained.reason}`
    throw new CliError(message, { code: 'NOT_ENOUGH_DATA', exit: exitCode.failed, hint })
  }
  const frame = takeSeries(file.frame, shared)
  const { model } = trained
  return { ...detect(model, frame, options), frame, model, remark: remarkOf(training, file, shared.length) }
}

function takeSeries(frame: Frame, ids: readonly string[]): Frame {
  const placeOf = new Map(frame.series.map(({ id }, place) => [id, place]))
  const places = ids.flatMap((id) => placeOf.get(id) ?? [])
  const series = places.flatMap((place) => frame.series[place] ?? [])
  return { ...frame, series, columns: places.flatMap((place) => frame.columns[place] ?? []) }
}

function remarkOf(training: FrameFile, file: FrameFile, shared: number): string {
  const onlyIn = ({ frame, name }: FrameFile): string[] => {
    const rest = frame.series.length - shared
    return rest > 0 ? [`${counted(rest, 'series', 'series')} only in ${name}: not judged.`] : []
  }
  return [...onlyIn(training), ...onlyIn(file)].join('\n')
}

function mismatch(training: FrameFile, file: FrameFile): CliError {
  const first = ({ frame }: FrameFile): string => frame.series[0]?.id ?? ''
  return new CliError(`${training.name} and ${file.name} have no series in common`, {
    ...{ code: 'SERIES_MISMATCH', exit: exitCode.failed },
    hint: `Columns are matched by name: "${first(training)}" there, "${first(file)}" here.`,
  })
}
