import { buildFrame, type Frame, parseSeriesName, sliceFrame } from '../../../packages/engine/src/index.ts'
import type { CorpusFile } from '../nab-world/read-corpus.ts'
import { simulateBank } from './simulate-bank.ts'

/** An interval to train on, the rows after it, and which of those are known for normal. */
export type NormalInterval = {
  name: string
  training: Frame
  exclude: { start: number; end: number }[]
  rest: Frame
  isNormal(row: number): boolean
}

const DAY = 86_400_000

/**
 * The first part of a labelled file for training, its windows left out, and the rest of it. What began in a window may go on after it, and
 * is flagged until it is the new normal: the day after a window is not known for normal.
 */
export function intervalOfFile(file: CorpusFile, part: number): NormalInterval {
  const frame = buildFrame([parseSeriesName('value[nab]')], file.times, [file.values])
  const exclude = file.windows.map(({ from, to }) => ({ start: file.times[from]!, end: file.times[to]! }))
  const cut = Math.floor(part * frame.times.length)
  const rest = sliceFrame(frame, cut, frame.times.length)
  return {
    name: file.name,
    training: sliceFrame(frame, 0, cut),
    exclude,
    rest,
    isNormal: (row) => !exclude.some(({ start, end }) => rest.times[row]! >= start && rest.times[row]! <= end + DAY),
  }
}

/** A bank in which nothing goes wrong: 30 series, from another day of the week for each seed. */
export function intervalOfBank(seed: number, stepMs: number, trained: number, scored: number): NormalInterval {
  const frame = simulateBank(seed, stepMs, trained + scored)
  return {
    name: `bank ${seed}`,
    training: sliceFrame(frame, 0, trained),
    exclude: [],
    rest: sliceFrame(frame, trained, trained + scored),
    isNormal: () => true,
  }
}
