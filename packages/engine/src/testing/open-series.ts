import { createLiveSeriesDetector, type LiveSeriesDetector } from '../stream/live-series-detector.ts'
import { STORE_SIZES } from '../stream/stream-size.ts'

/** The detector of a series of a project that has seen nothing. */
export function openSeries(): LiveSeriesDetector {
  return createLiveSeriesDetector('small', new ArrayBuffer(STORE_SIZES.small.room))
}
