export { createArrivals } from './arrivals.ts'
export { decodeBatch } from './decode.ts'
export { ingestPoints } from './ingest-points.ts'
export { createSeriesNumbers } from './series-numbers.ts'
