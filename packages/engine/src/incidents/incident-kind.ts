import type { IncidentKind, IncidentPeriod, IncidentSeries } from './incident.ts'
import { seriesPlace } from './series-place.ts'

/**
 * The first that fits says what a metric is about: what is measured goes before how (`disk_latency` is about the disk).
 */
const FAMILIES: readonly [RegExp, IncidentKind][] = [
  [/disk|iops|io_?wait|(^|[^a-z])(io|fs|inode|volume|storage)([^a-z]|$)|磁盘|硬盘/, 'disk'],
  [/mem(ory)?([^a-z]|$)|heap|swap|(^|[^a-z])(gc|rss|oom|jvm)([^a-z]|$)|内存/, 'memory'],
  [/cpu|processor|处理器/, 'cpu'],
  [
    /net(work)?([^a-z]|$)|tcp|udp|packet|bandwidth|retrans|socket|(^|[^a-z])([rt]x|dns|nic)([^a-z]|$)|网络|网卡/,
    'network',
  ],
  [
    /load|request|[rqt]ps([^a-z]|$)|throughput|latency|duration|response|queue|error|timeout|session|thread|connection|(^|[^a-z])5xx|请求|延迟|错误|负载|响应/,
    'load',
  ],
]

/** What a metric is about, by its name; `metric` where that says nothing. */
export function metricFamily(metric: string): IncidentKind {
  const name = metric.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? 'metric'
}

/** Whether a period is, or has in it, a time for which an instance was down. */
export function includesDownTime({ kind, hasDownTime }: Pick<IncidentPeriod, 'kind' | 'hasDownTime'>): boolean {
  return kind === 'down' || hasDownTime === true
}

/**
 * Whatever is wrong ends in latency, errors and queues: they say less of what it is about. Fitted on simulated systems.
 */
const WEIGHT_OF_EFFECTS = 0.18

/**
 * The family with the largest share, where load and metrics of no family count little; of equal ones the one that comes first.
 */
export function leadingFamily(series: readonly IncidentSeries[]): IncidentKind {
  const shares = new Map<IncidentKind, number>()
  for (const { seriesId, share } of series) {
    const family = metricFamily(seriesPlace(seriesId).metric)
    const weight = family === 'load' || family === 'metric' ? WEIGHT_OF_EFFECTS : 1
    shares.set(family, (shares.get(family) ?? 0) + share * weight)
  }
  let best: IncidentKind = 'metric'
  for (const [family, share] of shares) if (share > (shares.get(best) ?? 0)) best = family
  return best
}
