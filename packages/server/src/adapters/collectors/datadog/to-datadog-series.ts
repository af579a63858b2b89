import type { LiveSeries } from '../../../ports/decoded-batch.ts'
import { toLiveSeries } from '../../../protocols/live-series.ts'
import type { QueriedSeries } from './read-query-answer.ts'

/** The host is the instance, or else what the query groups by first; `query` tells series of one metric apart. */
export function toDatadogSeries({ metric, tags, unit }: QueriedSeries, query: string | undefined): LiveSeries {
  const all = Object.fromEntries(tags.map(splitTag))
  const { host, service, ...others } = all
  const [first = ''] = host === undefined ? Object.keys(others) : []
  const { [first]: grouped, ...rest } = others
  const labels = { ...rest, ...(query !== undefined && { query }) }
  const series = toLiveSeries({ metric, instance: host ?? grouped, service, labels, unit, type: 'gauge' })
  return tags.length === 0 ? series : { ...series, labels: { ...all, ...labels } }
}

function splitTag(tag: string): [string, string] {
  const colon = tag.indexOf(':')
  return colon < 0 ? [tag, ''] : [tag.slice(0, colon), tag.slice(colon + 1)]
}
