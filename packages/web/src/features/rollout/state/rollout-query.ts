import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { lengthMs } from './rollout-atoms.ts'
import type { ShownCheck } from './rollout-command.ts'

/** With the metric that is drawn; `at` is null while no moment is chosen. */
export type RolloutRequest = Omit<ShownCheck, 'at'> & {
  readonly at: number | null
  readonly metric: string
  readonly service: string
  readonly locale: string
}

export const rolloutQuery = (request: RolloutRequest) =>
  queryOptions({
    queryKey: queryKeys.comparison.rollout(request),
    queryFn: ({ signal }) => {
      const { projectName, filename, detectionId, at, before, after, settle, instances, metric, service } = request
      return omen.comparisons.rollout(
        {
          projectName,
          filename,
          detectionId,
          at: at ?? 0,
          before: lengthMs(before),
          after: lengthMs(after),
          settle: lengthMs(settle),
          ...(instances.length > 0 && { instances: [...instances] }),
          ...(metric !== '' && { show: metric }),
          ...(service !== '' && { service }),
        },
        { signal },
      )
    },
    enabled: request.at !== null,
    placeholderData: keepPreviousData,
  })

const DAY_MS = 86_400_000
const REFRESH_MS = 60_000

/** The deployments of a project that were reported in the last 30 days, the latest first. */
export const deploymentsQuery = (address: string) =>
  queryOptions({
    queryKey: queryKeys.comparison.deployments(address),
    queryFn: async ({ signal }) => {
      const query = { projectName: address, kind: 'deployment' as const, from: Date.now() - 30 * DAY_MS, pageSize: 50 }
      return (await omen.events.list(query, { signal })).items
    },
    refetchInterval: pollEvery(REFRESH_MS),
  })
