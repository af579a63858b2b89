/** Turns findings into chart data, without rendering: for the page and for chart images. */

export { isDownSeverity, severityRank } from '../highlight/severity-rank.ts'
export { formatDuration } from '../time/format-duration.ts'
export { dateLocale } from '../time/format-time.ts'
export { toChartLines } from './chart-lines.ts'
export { bucketsFor, drawnSeries, linesAtOnce } from './drawn-series.ts'
export type * from './finding-types.ts'
export { byInstance, metricFindings } from './metric-findings.ts'
export { namedSeries, namedWeights } from './named-series.ts'
export { toHighlight } from './to-highlight.ts'
export { type LaneKind, type LaneSource, laneKinds, toLanes } from './to-lanes.ts'
