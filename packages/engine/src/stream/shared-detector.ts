import { createFileSeriesDetector } from './file-series-detector.ts'
import { createLiveSeriesDetector, type LiveSeriesDetector } from './live-series-detector.ts'
import { STORE_SIZES, type StreamSize } from './stream-size.ts'
import type { WorkingDetector } from './working-detector.ts'

/**
 * One detector for many series: the state of each is copied in before its point and back before that of another. A thousand detectors
 * of their own take two to four times as long, since the objects that each is made of lie all over the memory.
 */
export type SharedDetector<T> = {
  /** The detector of a state of `STORE_SIZES[size].room` bytes, zeros for one that has seen nothing. It is that one's until another is opened, anywhere in this process: nothing may be awaited meanwhile. */
  open(state: Uint8Array): T
  /** Brings the states up to date; they are behind while one is open. */
  close(): void
}

const shared = new Map<string, SharedDetector<WorkingDetector>>()
const sharedLive = new Map<string, SharedDetector<LiveSeriesDetector & WorkingDetector>>()

/** The detector of all states of a size, whose seasons follow the clocks of a time zone. Throws RangeError for an unknown zone. */
export function sharedDetector(size: StreamSize, timeZone = 'UTC'): SharedDetector<WorkingDetector> {
  return shareOf(shared, `${size} ${timeZone}`, size, (buffer) => createFileSeriesDetector(size, buffer, timeZone))
}

/** The same for the series of projects. */
export function sharedLiveDetector(
  size: StreamSize,
  timeZone = 'UTC',
): SharedDetector<LiveSeriesDetector & WorkingDetector> {
  return shareOf(sharedLive, `${size} ${timeZone}`, size, (buffer) => createLiveSeriesDetector(size, buffer, timeZone))
}

function shareOf<T>(
  known: Map<string, SharedDetector<T>>,
  key: string,
  size: StreamSize,
  create: (buffer: ArrayBuffer) => T,
): SharedDetector<T> {
  const existing = known.get(key)
  if (existing) return existing
  const created = createSharedDetector(size, create)
  known.set(key, created)
  return created
}

function createSharedDetector<T>(size: StreamSize, create: (buffer: ArrayBuffer) => T): SharedDetector<T> {
  const buffer = new ArrayBuffer(STORE_SIZES[size].room)
  const inPlace = new Uint8Array(buffer)
  const detector = create(buffer)
  let opened: Uint8Array | undefined
  const close = (): void => {
    opened?.set(inPlace)
    opened = undefined
  }
  return {
    open(state) {
      if (state === opened) return detector
      close()
      inPlace.set(state)
      opened = state
      return detector
    },
    close,
  }
}
