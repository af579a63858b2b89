import { STORE_SIZES, type StreamSize } from './stream-size.ts'
import { createWorkingDetector, type WorkingDetector } from './working-detector.ts'

/**
 * One detector for many series: the state of each is copied in before its point and back before that of another. A thousand detectors
 * of their own take two to four times as long, since the objects that each is made of lie all over the memory.
 */
export type SharedDetector = {
  /** The detector of a state of `STORE_SIZES[size].room` bytes, zeros for one that has seen nothing. It is that one's until another is opened, anywhere in this process: nothing may be awaited meanwhile. */
  open(state: Uint8Array): WorkingDetector
  /** Brings the states up to date; they are behind while one is open. */
  close(): void
}

const shared = new Map<string, SharedDetector>()

/** The detector of all states of a size, whose seasons follow the clocks of a time zone. Throws RangeError for an unknown zone. */
export function sharedDetector(size: StreamSize, timeZone = 'UTC'): SharedDetector {
  const key = `${size} ${timeZone}`
  const existing = shared.get(key)
  if (existing) return existing
  const created = createSharedDetector(size, timeZone)
  shared.set(key, created)
  return created
}

function createSharedDetector(size: StreamSize, timeZone: string): SharedDetector {
  const buffer = new ArrayBuffer(STORE_SIZES[size].room)
  const inPlace = new Uint8Array(buffer)
  const detector = createWorkingDetector(size, buffer, timeZone)
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
