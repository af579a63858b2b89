import type { Clock } from '../../../ports/clock.ts'
import { CollectorError } from '../../../ports/collector.ts'
import { followPages } from '../follow-pages.ts'
import { asArray, asObject, asText, isTextArray } from '../json-fields.ts'
import type { GoogleSession } from './google-session.ts'
import type { GoogleProjectType } from './project-types.ts'

/** A metric that can be collected. */
export interface MetricDescriptor {
  readonly type: string
  readonly displayName: string | undefined
  /** Of the values that are collected. */
  readonly unit: string | undefined
  /** How samples of a step become one. */
  readonly aligner: 'ALIGN_MEAN' | 'ALIGN_RATE' | 'ALIGN_FRACTION_TRUE' | 'ALIGN_DELTA' | 'ALIGN_SUM'
  readonly resourceTypes: readonly string[]
}

/** Metrics are looked for again after so long. */
export const CATALOGUE_MS = 15 * 60_000
const MAX_METRICS = 5000
const LISTED_PER_PAGE = 10_000

export interface DescriptorCatalogue {
  /** What has had data within about a day; kept for a while. */
  list(signal: AbortSignal): Promise<readonly MetricDescriptor[]>
}

export function createDescriptorCatalogue(
  session: GoogleSession,
  { base, type, metrics }: { base: string; type: GoogleProjectType; metrics: readonly string[] | undefined },
  clock: Clock,
): DescriptorCatalogue {
  let kept: { readonly found: readonly MetricDescriptor[]; readonly until: number } | undefined
  return {
    async list(signal) {
      if (kept !== undefined && clock.now() < kept.until) return kept.found
      const found: MetricDescriptor[] = []
      const isAll = metrics !== undefined || type.prefixes.length === 0
      for (const prefix of isAll ? [''] : type.prefixes)
        for await (const page of listDescriptors(session, base, prefix, signal)) {
          found.push(...page.filter((metric) => isWanted(metric, type, metrics)))
          if (found.length > MAX_METRICS)
            throw new CollectorError('tooMuch', {
              providerText: `Cloud Monitoring has more than ${MAX_METRICS} of these metrics: choose some.`,
            })
        }
      kept = { found, until: clock.now() + CATALOGUE_MS }
      return found
    },
  }
}

function isWanted(
  { type, resourceTypes }: MetricDescriptor,
  resource: GoogleProjectType,
  chosen: readonly string[] | undefined,
): boolean {
  if (chosen !== undefined) return chosen.includes(type)
  return isOfResource(resourceTypes, resource)
}

/** A metric that names no resource may be of any. */
export function isOfResource(resourceTypes: readonly string[], { id }: GoogleProjectType): boolean {
  return id === '' || resourceTypes.length === 0 || resourceTypes.includes(id)
}

/** Pages of metrics that have had data within about a day: https://cloud.google.com/monitoring/api/ref_v3/rest/v3/projects.metricDescriptors/list */
export function listDescriptors(
  session: GoogleSession,
  base: string,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<readonly MetricDescriptor[]> {
  return followPages(async (pageToken) => {
    const query = new URLSearchParams({
      ...(prefix !== '' && { filter: `metric.type = starts_with(${JSON.stringify(prefix)})` }),
      activeOnly: 'true',
      pageSize: String(LISTED_PER_PAGE),
      ...(pageToken !== undefined && { pageToken }),
    })
    const page = await session.ask({ url: `${base}/metricDescriptors?${query}` }, signal)
    const listed = page.metricDescriptors === undefined ? [] : asArray(page.metricDescriptors)
    if (listed === undefined)
      throw new CollectorError('badAnswer', { providerText: 'The answer has no list of metrics.' })
    const items = listed.flatMap((descriptor) => readDescriptor(descriptor) ?? [])
    return { items, isEmpty: listed.length === 0, cursor: asText(page.nextPageToken) }
  })
}

/** Undefined for texts, and for what cannot be read. */
function readDescriptor(value: unknown): MetricDescriptor | undefined {
  const descriptor = asObject(value)
  const type = asText(descriptor?.type)
  const kind = asText(descriptor?.metricKind)
  const aligner = alignerOf(kind, asText(descriptor?.valueType))
  if (descriptor === undefined || type === undefined || aligner === undefined) return undefined
  const unit = asText(descriptor.unit)
  const resourceTypes = descriptor.monitoredResourceTypes
  return {
    type,
    displayName: asText(descriptor.displayName),
    unit: aligner === 'ALIGN_RATE' ? `${unit ?? '1'}/s` : unit,
    aligner,
    resourceTypes: isTextArray(resourceTypes) ? resourceTypes : [],
  }
}

/** Means of gauges, rates per second of counts, and means of distributions, which come as their own. */
function alignerOf(kind: string | undefined, valueType: string | undefined): MetricDescriptor['aligner'] | undefined {
  if (valueType === 'DISTRIBUTION') return kind === 'GAUGE' ? 'ALIGN_SUM' : 'ALIGN_DELTA'
  if (valueType === 'BOOL') return kind === 'GAUGE' ? 'ALIGN_FRACTION_TRUE' : undefined
  if (valueType !== 'INT64' && valueType !== 'DOUBLE') return undefined
  return kind === 'GAUGE' ? 'ALIGN_MEAN' : 'ALIGN_RATE'
}
