import { type CloudWatchClient, ListMetricsCommand, type Metric } from '@aws-sdk/client-cloudwatch'
import type { Clock } from '../../../ports/clock.ts'
import { CollectorError } from '../../../ports/collector.ts'
import { followPages } from '../follow-pages.ts'
import type { AmazonSession } from './amazon-session.ts'
import { AMAZON_SERVICES, type AmazonService, serviceOf } from './services.ts'
import { type AmazonSeries, toAmazonSeries } from './to-amazon-series.ts'

/** Metrics are looked for again after so long: a new machine is seen within a quarter of an hour, as CloudWatch itself lists it. */
export const CATALOGUE_MS = 15 * 60_000
export const METRICS_PER_PAGE = 500
const MAX_SERIES = 50_000
const MAX_SAMPLED_PAGES = 5

export interface MetricCatalogue {
  /** What has had data in the last three hours; kept for a while. */
  list(signal: AbortSignal): Promise<readonly AmazonSeries[]>
  /** At least `count` of each kind, or as many as a few pages have. */
  sample(count: number, signal: AbortSignal): Promise<readonly AmazonSeries[]>
}

export function createMetricCatalogue(
  session: AmazonSession<CloudWatchClient>,
  instanceTypes: readonly string[],
  clock: Clock,
): MetricCatalogue {
  const named = instanceTypes.length === 0 ? AMAZON_SERVICES : instanceTypes.map(serviceOf)
  const services = new Map(named.map((service) => [service.namespace, service]))
  let kept: { readonly series: readonly AmazonSeries[]; readonly until: number } | undefined
  return {
    async list(signal) {
      if (kept !== undefined && clock.now() < kept.until) return kept.series
      const found = new Map<string, AmazonSeries>()
      for (const service of services.values())
        for await (const page of listService(session, service, signal)) {
          for (const series of page) found.set(series.series.id, series)
          if (found.size > MAX_SERIES)
            throw new CollectorError('tooMuch', {
              providerText: `CloudWatch has more than ${MAX_SERIES} of these metrics: choose fewer kinds.`,
            })
        }
      kept = { series: [...found.values()], until: clock.now() + CATALOGUE_MS }
      return kept.series
    },
    async sample(count, signal) {
      const found: AmazonSeries[] = []
      for (const service of services.values()) {
        let [pages, wanted] = [0, count]
        for await (const page of listService(session, service, signal)) {
          found.push(...page.slice(0, wanted))
          wanted -= page.length
          if (wanted <= 0 || ++pages === MAX_SAMPLED_PAGES) break
        }
      }
      return found
    },
  }
}

async function* listService(
  session: AmazonSession<CloudWatchClient>,
  service: AmazonService,
  signal: AbortSignal,
): AsyncGenerator<AmazonSeries[]> {
  for await (const metrics of listPages(session, service.namespace, signal))
    yield metrics.flatMap((metric) => toAmazonSeries(metric, service) ?? [])
}

/** Pages of the metrics of a namespace, or of all of them. */
export function listPages(
  session: AmazonSession<CloudWatchClient>,
  namespace: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly Metric[]> {
  return followPages(async (token) => {
    const command = new ListMetricsCommand({
      RecentlyActive: 'PT3H',
      ...(namespace !== undefined && { Namespace: namespace }),
      ...(token !== undefined && { NextToken: token }),
    })
    const ask = (client: CloudWatchClient, abortSignal: AbortSignal) => client.send(command, { abortSignal })
    const { Metrics: items, NextToken } = await session.call(ask, signal)
    if (!Array.isArray(items)) throw new CollectorError('badAnswer', { providerText: 'ListMetrics has no Metrics.' })
    return { items, isEmpty: items.length === 0, cursor: NextToken || undefined }
  })
}
