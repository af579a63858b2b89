export { removeUnusedSources } from './remove-unused.ts'
export { keepSeries, readSeriesFigures, readSeriesKeys, type SourceSeries } from './series.ts'
