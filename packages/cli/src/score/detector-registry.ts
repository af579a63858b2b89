import { createStreamDetector, restoreStreamDetector, type StreamDetector, type StreamSize } from '@omen/engine'

/** The detectors of a table's series. A registry saved in a file lets them outlive a run. */
export interface DetectorRegistry {
  readonly size: StreamSize
  /** The latest time that was seen before this run, in epoch milliseconds; -Infinity for none. */
  readonly seenUntil: number
  /** The detector of a series: the restored one, or a new one. */
  open(series: string): StreamDetector
  see(time: number): void
  /** Serialises all detectors, for `restoreDetectorRegistry`. */
  save(): Buffer
}

/** The header of a saved registry: the names of the series and the size of each detector in bytes. */
interface RegistryHeader {
  size: StreamSize
  seenUntil: number | null
  series: [name: string, bytes: number][]
}

const magic = 'OMENBOOK1'

/** An empty registry. */
export function createDetectorRegistry(size: StreamSize): DetectorRegistry {
  return openRegistry(size, Number.NEGATIVE_INFINITY, new Map())
}

/** Restores a saved registry. Throws RangeError for bytes that are not a registry, are damaged, or are of another version. */
export function restoreDetectorRegistry(bytes: Buffer): DetectorRegistry {
  if (bytes.toString('latin1', 0, magic.length) !== magic) throw new RangeError('it was not written by omen score')
  const { size, seenUntil, series, from } = readHeader(bytes)
  const detectors = new Map<string, StreamDetector>()
  let at = from
  for (const [name, length] of series) {
    detectors.set(name, restoreStreamDetector(bytes.subarray(at, at + length)))
    at += length
  }
  return openRegistry(size, seenUntil ?? Number.NEGATIVE_INFINITY, detectors)
}

function readHeader(bytes: Buffer): RegistryHeader & { from: number } {
  const from = magic.length + 4
  const end = bytes.length < from ? from : from + bytes.readUInt32LE(magic.length)
  try {
    return { ...(JSON.parse(bytes.toString('utf8', from, end)) as RegistryHeader), from: end }
  } catch (cause) {
    throw new RangeError('it is damaged', { cause })
  }
}

function openRegistry(size: StreamSize, seenUntil: number, detectors: Map<string, StreamDetector>): DetectorRegistry {
  let latest = seenUntil
  return {
    size,
    seenUntil,
    open(series) {
      const existing = detectors.get(series)
      if (existing) return existing
      const created = createStreamDetector({ size })
      detectors.set(series, created)
      return created
    },
    see(time) {
      if (time > latest) latest = time
    },
    save() {
      const states = [...detectors.values()].map((detector) => detector.save())
      const series = [...detectors.keys()].map((name, k): [string, number] => [name, states[k]!.length])
      const header: RegistryHeader = { size, seenUntil: Number.isFinite(latest) ? latest : null, series }
      const headerBytes = Buffer.from(JSON.stringify(header))
      const length = Buffer.alloc(4)
      length.writeUInt32LE(headerBytes.length)
      return Buffer.concat([Buffer.from(magic, 'latin1'), length, headerBytes, ...states])
    },
  }
}
