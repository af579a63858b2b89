import type { IncidentDetail } from '@omen/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useIncidentAddress } from '../state/incident-address.ts'
import { type LeadValues, valuesOfPicture, valuesOfProject } from './lead-values.ts'

const BUCKETS = 300

/** The series that an incident is about; null where it names none. */
export const leadOf = ({ incident, picture, series }: Pick<IncidentDetail, 'incident' | 'picture' | 'series'>) => {
  const named = incident.leadSeries
  const isNamed = (one: { metric: string; instance: string }) =>
    one.metric === named?.metric && one.instance === named.instance
  return picture.series.find(isNamed) ?? series.find(isNamed) ?? picture.series[0] ?? named
}

/** Values of the leading metric: at once those of the incident, then those of its peers. */
export const useLeadValues = (
  detail: IncidentDetail,
  { from, to }: Range,
): { values: LeadValues; isLoading: boolean } => {
  const { incident, source, picture } = detail
  const address = useIncidentAddress(incident)
  const metric = leadOf(detail)?.metric
  const hasPoints = source.kind === 'project' && picture.source === 'points' && metric !== undefined
  const wanted = { from, to, metric: [metric ?? ''], buckets: BUCKETS }
  const answer = useQuery({
    queryKey: queryKeys.incidents.values(incident.id, wanted),
    queryFn: ({ signal }) => omen.live.analysis(address, wanted, { signal }),
    enabled: hasPoints,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const { data } = answer
  const values = useMemo(
    () =>
      hasPoints && data !== undefined && data.series.length > 0
        ? valuesOfProject(data)
        : valuesOfPicture({ picture }, metric ?? ''),
    [hasPoints, data, picture, metric],
  )
  return { values, isLoading: hasPoints && answer.isFetching }
}
