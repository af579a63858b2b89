import { localClock } from '../series/local-clock.ts'
import { checksum } from '../stats/checksum.ts'
import type { SeriesDetector } from './series-detector.ts'
import { sharedDetector } from './shared-detector.ts'
import { STORE_SIZES, STREAM_SIZES, type StreamSize } from './stream-size.ts'

/** A detector of one series that can be saved. */
export type StreamDetector = SeriesDetector & {
  /** The whole state. `restoreStreamDetector` goes on from it as if nothing had happened. */
  save(): Uint8Array
}

/** How a detector is made: `standard`, and by days of UTC, unless said otherwise. Seasons follow the clocks of an IANA time zone, before and after they are changed. */
export type StreamOptions = { size?: StreamSize; timeZone?: string | undefined }

const MAGIC = 0x534e4d4f
const LAYOUT = 2
/** The first layout is the second without the channels of one side, which begin anew. */
const FIRST_LAYOUT = 1
/** The second with the name of a time zone behind it, in bytes of ASCII that end with its length. */
const ZONED_LAYOUT = 3
const LAYOUTS: readonly number[] = [FIRST_LAYOUT, LAYOUT, ZONED_LAYOUT]
const HEADER = 16
const UTC = 'UTC'

/** A detector that has seen nothing (how it works: `createWorkingDetector`). Throws RangeError for an unknown size or zone. */
export function createStreamDetector({ size = 'standard', timeZone = UTC }: StreamOptions = {}): StreamDetector {
  if (!STREAM_SIZES.includes(size)) throw new RangeError(`the size of a detector is one of ${STREAM_SIZES.join(', ')}`)
  return detectorOf(new Uint8Array(STORE_SIZES[size].room), size, timeZone)
}

/**
 * The detector that was saved, in its time zone or in another one: its seasons are put to the clocks of that. Throws RangeError for bytes that are damaged, cut
 * off, or of another version, and for an unknown zone.
 */
export function restoreStreamDetector(
  bytes: Uint8Array,
  { timeZone }: Pick<StreamOptions, 'timeZone'> = {},
): StreamDetector {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('these are not the bytes of a stream detector')
  const layout = view.getUint16(4, true)
  if (!LAYOUTS.includes(layout)) throw new RangeError('the stream detector was saved by another version')
  const size = STREAM_SIZES[view.getUint16(6, true)]
  const isWhole = size !== undefined && view.getUint32(8, true) === bytes.length
  if (!isWhole || view.getUint32(12, true) !== checksum(bytes.subarray(HEADER)))
    throw new RangeError('the bytes of the stream detector are damaged')
  const zoneLength = layout === ZONED_LAYOUT ? bytes.at(-1)! + 1 : 0
  const end = bytes.length - zoneLength
  const savedZone = layout === ZONED_LAYOUT ? String.fromCharCode(...bytes.subarray(end, -1)) : UTC
  const state = new Uint8Array(STORE_SIZES[size].room)
  state.set(bytes.subarray(HEADER, end))
  const zone = timeZone ?? savedZone
  if (zone !== savedZone) sharedDetector(size, zone).open(state).convertSeasonsFrom(localClock(savedZone))
  return detectorOf(state, size, zone)
}

function detectorOf(state: Uint8Array, size: StreamSize, timeZone: string): StreamDetector {
  const shared = sharedDetector(size, timeZone)
  return {
    push: (time, value) => shared.open(state).push(time, value),
    get count() {
      return shared.open(state).count
    },
    get seasons() {
      return shared.open(state).seasons
    },
    seasonalValue: (time) => shared.open(state).seasonalValue(time),
    save() {
      const { bytes } = shared.open(state)
      shared.close()
      return withHeader(state.subarray(0, bytes), size, timeZone)
    },
  }
}

function withHeader(state: Uint8Array, size: StreamSize, timeZone: string): Uint8Array {
  const zone = timeZone === UTC ? [] : [...Array.from(timeZone, (letter) => letter.charCodeAt(0)), timeZone.length]
  const bytes = new Uint8Array(HEADER + state.length + zone.length)
  bytes.set(state, HEADER)
  bytes.set(zone, HEADER + state.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, zone.length === 0 ? LAYOUT : ZONED_LAYOUT, true)
  view.setUint16(6, STREAM_SIZES.indexOf(size), true)
  view.setUint32(8, bytes.length, true)
  view.setUint32(12, checksum(bytes.subarray(HEADER)), true)
  return bytes
}
