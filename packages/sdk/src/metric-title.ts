import type { LiveAnalysis } from './types.ts'

/** The metric of a series as findings name it: of a counter that is given by its increase per second, `rate(requests_total)`. */
export function metricTitle({ metric, rate }: Pick<LiveAnalysis['series'][number], 'metric' | 'rate'>): string {
  return rate ? `rate(${metric})` : metric
}
