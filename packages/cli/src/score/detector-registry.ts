import { checksum } from '@omen/engine/stats'
import { createStreamDetector, restoreStreamDetector, type StreamDetector, type StreamSize } from '@omen/engine/stream'

/** The detectors of a table's series. A registry saved in a file lets them outlive a run. */
export interface DetectorRegistry {
  readonly size: StreamSize
  /** Whose clocks its seasons follow; UTC where undefined. */
  readonly timeZone: string | undefined
  /** The latest time that was seen before this run, in epoch milliseconds; -Infinity for none. */
  readonly seenUntil: number
  /** Whether there is a detector of a series. */
  has(series: string): boolean
  /** The detector of a series: the restored one, or a new one. */
  open(series: string): StreamDetector
  see(time: number): void
  /** Serialises all detectors, for `restoreDetectorRegistry`. */
  save(): Buffer
}

/** The header of a saved registry: the names of the series and the size of each detector in bytes; UTC without a time zone. */
interface RegistryHeader {
  size: StreamSize
  timeZone?: string
  seenUntil: number | null
  series: [name: string, bytes: number][]
}

const MAGIC = 'OMENBOOK2'
/** Of registries whose header has no checksum. */
const MAGIC_BEFORE = 'OMENBOOK1'

/** An empty registry, whose seasons follow the clocks of a time zone. */
export function createDetectorRegistry(size: StreamSize, timeZone?: string): DetectorRegistry {
  return openRegistry({ size, timeZone, seenUntil: Number.NEGATIVE_INFINITY }, new Map())
}

/** Restores a saved registry, in its time zone or in another one. Throws RangeError for bytes that are not a registry, are damaged, or are of another version. */
export function restoreDetectorRegistry(bytes: Buffer, otherZone?: string): DetectorRegistry {
  const { size, seenUntil, series, from, timeZone: savedZone } = readHeader(bytes)
  const timeZone = otherZone ?? savedZone
  const detectors = new Map<string, StreamDetector>()
  let at = from
  for (const [name, length] of series) {
    detectors.set(name, restoreStreamDetector(bytes.subarray(at, at + length), { timeZone }))
    at += length
  }
  if (at !== bytes.length) throw new RangeError('it is damaged')
  return openRegistry({ size, timeZone, seenUntil: seenUntil ?? Number.NEGATIVE_INFINITY }, detectors)
}

function readHeader(bytes: Buffer): RegistryHeader & { from: number } {
  const written = bytes.toString('latin1', 0, MAGIC.length)
  if (written !== MAGIC && written !== MAGIC_BEFORE) throw new RangeError('it was not written by omen score')
  const from = MAGIC.length + (written === MAGIC ? 8 : 4)
  if (bytes.length < from) throw new RangeError('it is damaged')
  const end = from + bytes.readUInt32LE(MAGIC.length)
  const header = bytes.subarray(from, end)
  if (written === MAGIC && bytes.readUInt32LE(MAGIC.length + 4) !== checksum(header))
    throw new RangeError('it is damaged')
  try {
    const read = JSON.parse(header.toString('utf8')) as RegistryHeader
    if (Array.isArray(read.series)) return { ...read, from: end }
  } catch (cause) {
    throw new RangeError('it is damaged', { cause })
  }
  throw new RangeError('it is damaged')
}

interface RegistryOptions {
  readonly size: StreamSize
  readonly timeZone: string | undefined
  readonly seenUntil: number
}

function openRegistry(
  { size, timeZone, seenUntil }: RegistryOptions,
  detectors: Map<string, StreamDetector>,
): DetectorRegistry {
  let latest = seenUntil
  return {
    size,
    timeZone,
    seenUntil,
    has: (series) => detectors.has(series),
    open(series) {
      const existing = detectors.get(series)
      if (existing) return existing
      const created = createStreamDetector({ size, timeZone })
      detectors.set(series, created)
      return created
    },
    see(time) {
      if (time > latest) latest = time
    },
    save() {
      const states = [...detectors.values()].map((detector) => detector.save())
      const series = [...detectors.keys()].map((name, k): [string, number] => [name, states[k]!.length])
      const zone = timeZone === undefined || timeZone === 'UTC' ? {} : { timeZone }
      const header: RegistryHeader = { size, ...zone, seenUntil: Number.isFinite(latest) ? latest : null, series }
      const headerBytes = Buffer.from(JSON.stringify(header))
      const sizes = Buffer.alloc(8)
      sizes.writeUInt32LE(headerBytes.length, 0)
      sizes.writeUInt32LE(checksum(headerBytes), 4)
      return Buffer.concat([Buffer.from(MAGIC, 'latin1'), sizes, headerBytes, ...states])
    },
  }
}
