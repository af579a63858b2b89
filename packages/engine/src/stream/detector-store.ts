import type { LocalClock } from '../series/local-clock.ts'
import { createLiveSeriesDetector, type LiveSeriesDetector } from './live-series-detector.ts'
import { createPackedPages, type PackedPages } from './packed-pages.ts'
import { sharedLiveDetector } from './shared-detector.ts'
import { STORE_SIZES } from './stream-size.ts'

/** Detectors of many series, numbered as they are added, that share their code: each is no more than its state. */
export type DetectorStore = {
  /** Adds a detector that has seen nothing. */
  add(): void
  /** Has a detector begin anew. */
  renew(index: number): void
  /** A detector, until another one is opened, added or renewed, in this store or in any other: nothing may be awaited meanwhile. It takes one value; then it is opened again. */
  open(index: number): LiveSeriesDetector
  /** Has all of them forget how anomalous points have been: those of states from before points were brought to a step. */
  restart(): void
  /** Has the seasons that were learned by another clock hold for that of the store. */
  convertSeasonsFrom(clock: LocalClock): void
  /** All states, to be copied before the next call. */
  save(): DetectorStates
}

/** What a store saves: the bytes of each detector, or many in a page. */
export type DetectorStates = readonly Uint8Array[] | PackedPages

/**
 * Rows are far enough apart from here on for the states of many series to be packed after each. Fitted by measured time
 * and memory.
 */
const PACKED_FROM_MS = 60_000

const SIZE = 'small'
const { room } = STORE_SIZES[SIZE]

/** The store for values that are so far apart. */
export function detectorStoreFor(stepMs: number): typeof createPackedStore {
  return stepMs >= PACKED_FROM_MS ? createPackedStore : createPlainStore
}

/** A store that keeps the states as they are, 19 kB each; seasons follow the clocks of the time zone, UTC without one. Throws RangeError where those that were saved are packed. */
export function createPlainStore(saved: DetectorStates = [], timeZone?: string): DetectorStore {
  if (!isPlain(saved)) throw new RangeError('the detectors were saved packed')
  const states = saved.map(withRoom)
  const shared = sharedLiveDetector(SIZE, timeZone)
  return {
    add: () => void states.push(new Uint8Array(room)),
    renew(index) {
      shared.close()
      states[index]!.fill(0)
    },
    open: (index) => shared.open(states[index]!),
    restart() {
      for (const state of states) shared.open(state).restart()
    },
    convertSeasonsFrom(clock) {
      for (const state of states) shared.open(state).convertSeasonsFrom(clock)
    },
    save() {
      shared.close()
      return states
    },
  }
}

/**
 * A store that keeps the states packed, 1 to 3.7 kB each after nine days. A point takes twenty times the processor time. What is found does not depend on when
 * states are saved and restored: each is packed after every value.
 */
export function createPackedStore(saved: DetectorStates = [], timeZone?: string): DetectorStore {
  const buffer = new ArrayBuffer(room)
  const inPlace = new Uint8Array(buffer)
  const detector = createLiveSeriesDetector(SIZE, buffer, timeZone)
  const pages = createPackedPages(isPlain(saved) ? undefined : saved)
  let count = isPlain(saved) ? saved.length : saved.count
  let opened = -1
  const close = (): void => {
    if (opened >= 0) pages.write(opened, detector)
    opened = -1
  }
  if (isPlain(saved))
    for (const [index, state] of saved.entries()) {
      inPlace.set(withRoom(state))
      pages.add()
      pages.write(index, detector)
    }
  const open = (index: number): typeof detector => {
    close()
    pages.read(index, detector)
    opened = index
    return detector
  }
  return {
    add() {
      close()
      pages.add()
      count++
    },
    renew(index) {
      close()
      pages.write(index, undefined)
    },
    open,
    restart() {
      for (let index = 0; index < count; index++) open(index).restart()
    },
    convertSeasonsFrom(clock) {
      for (let index = 0; index < count; index++) open(index).convertSeasonsFrom(clock)
    },
    save() {
      close()
      return pages.save()
    },
  }
}

function isPlain(states: DetectorStates): states is readonly Uint8Array[] {
  return Array.isArray(states)
}

/** A state from before the channels of one side ends without them. */
function withRoom(state: Uint8Array): Uint8Array {
  const whole = new Uint8Array(room)
  whole.set(state.subarray(0, room))
  return whole
}
