import { createStreamDetector, restoreStreamDetector, type StreamDetector, type StreamSize } from '@omen/engine'

/** The detectors of a table's series. They outlive a run where their book is kept in a file. */
export interface DetectorBook {
  readonly size: StreamSize
  /** The latest time that was seen before this run, in epoch milliseconds; -Infinity for none. */
  readonly seenUntil: number
  /** The detector of a series: as it was left, or a new one. */
  open(series: string): StreamDetector
  see(time: number): void
  /** All of it; `restoreDetectorBook` goes on from there. */
  save(): Buffer
}

/** What stands before the detectors in a saved book: their names and how many bytes each takes. */
interface BookHead {
  size: StreamSize
  seenUntil: number | null
  series: [name: string, bytes: number][]
}

const magic = 'OMENBOOK1'

/** A book without detectors. */
export function createDetectorBook(size: StreamSize): DetectorBook {
  return openBook(size, Number.NEGATIVE_INFINITY, new Map())
}

/** The book that was saved. Throws RangeError for bytes that are no book, are damaged, or are of another version. */
export function restoreDetectorBook(bytes: Buffer): DetectorBook {
  if (bytes.toString('latin1', 0, magic.length) !== magic) throw new RangeError('it was not written by omen score')
  const { size, seenUntil, series, from } = readHead(bytes)
  const detectors = new Map<string, StreamDetector>()
  let at = from
  for (const [name, length] of series) {
    detectors.set(name, restoreStreamDetector(bytes.subarray(at, at + length)))
    at += length
  }
  return openBook(size, seenUntil ?? Number.NEGATIVE_INFINITY, detectors)
}

function readHead(bytes: Buffer): BookHead & { from: number } {
  const from = magic.length + 4
  const end = bytes.length < from ? from : from + bytes.readUInt32LE(magic.length)
  try {
    return { ...(JSON.parse(bytes.toString('utf8', from, end)) as BookHead), from: end }
  } catch (cause) {
    throw new RangeError('it is damaged', { cause })
  }
}

function openBook(size: StreamSize, seenUntil: number, detectors: Map<string, StreamDetector>): DetectorBook {
  let latest = seenUntil
  return {
    size,
    seenUntil,
    open(series) {
      const known = detectors.get(series)
      if (known) return known
      const made = createStreamDetector({ size })
      detectors.set(series, made)
      return made
    },
    see(time) {
      if (time > latest) latest = time
    },
    save() {
      const states = [...detectors.values()].map((detector) => detector.save())
      const series = [...detectors.keys()].map((name, k): [string, number] => [name, states[k]!.length])
      const head: BookHead = { size, seenUntil: Number.isFinite(latest) ? latest : null, series }
      const headBytes = Buffer.from(JSON.stringify(head))
      const length = Buffer.alloc(4)
      length.writeUInt32LE(headBytes.length)
      return Buffer.concat([Buffer.from(magic, 'latin1'), length, headBytes, ...states])
    },
  }
}
