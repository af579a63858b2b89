import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createStreamDetector,
  type Frame,
  type LabelledScores,
  placeWindows,
  type RowSpan,
} from '../../../packages/engine/src/index.ts'
import { CannotMeasure } from '../../budget.ts'
import { readFrame } from '../../faults/read-frame.ts'

/** A channel of a spacecraft: the rows that are trained on, those after them, and the labelled windows of these in epoch ms. */
export type TelemetryFile = { name: string; training: Frame; frame: Frame; windows: { start: number; end: number }[] }

const MISSING =
  'set OMEN_BENCH_DATA to a folder that holds nasa/: windows.json with the windows of each <X>.csv, and <X>-training.csv beside it.'

/** The channels that are there and labelled. Throws CannotMeasure where there are none. */
export function readTelemetry(): TelemetryFile[] {
  if (!hasTelemetry()) throw new CannotMeasure(MISSING)
  const windows = JSON.parse(readFileSync(join(folder(), 'windows.json'), 'utf8')) as Record<string, [number, number][]>
  return Object.entries(windows).map(([name, spans]) => ({
    name,
    training: readFrame(join(folder(), name.replace(/\.csv$/, '-training.csv'))),
    frame: readFrame(join(folder(), name)),
    windows: spans.map(([start, end]) => ({ start, end })),
  }))
}

/** Every second channel: constants of streams are chosen on those of one half, and judged on the other. */
export function halfOfTelemetry(half: 'chosen on' | 'judged on'): TelemetryFile[] {
  return readTelemetry().filter((_, k) => k % 2 === (half === 'chosen on' ? 0 : 1))
}

/** The rows of labelled windows. Throws Error where one holds none. */
export function rowsOfWindows({ name, windows }: TelemetryFile, { times }: Pick<Frame, 'times'>): RowSpan[] {
  const placed = placeWindows(times, windows)
  if (placed.kind === 'unplaced') throw new Error(`${name}: a window holds no row`)
  return placed.windows
}

export function hasTelemetry(): boolean {
  return process.env.OMEN_BENCH_DATA !== undefined && existsSync(join(folder(), 'windows.json'))
}

function folder(): string {
  return join(process.env.OMEN_BENCH_DATA ?? '', 'nasa')
}

/** Each channel by the stream detector, which has seen the rows before. */
export function scoreTelemetry(files: readonly TelemetryFile[]): LabelledScores[] {
  return files.map((file) => {
    const detector = createStreamDetector()
    const score = ({ times, columns }: Frame): number[] =>
      Array.from(times, (time, row) => detector.push(time, columns[0]![row]!).score)
    score(file.training)
    const { frame } = file
    return { times: frame.times, windows: rowsOfWindows(file, frame), scores: score(frame) }
  })
}
