import { checkCloudRollout, findCloudOutliers } from '../../domain/comparisons/index.ts'
import { leavingOf } from '../client-left.ts'
import type { OperationHandlers } from '../operation.ts'

export const comparisonOperations: OperationHandlers<'cloudOutlierDetection' | 'cloudRolloutCheck'> = {
  cloudOutlierDetection: ({ ctx, caller, query, reply }) => {
    const { tolerance, minMembers, minSpan, buckets, states } = query as Required<typeof query>
    const request = { ...query, tolerance, minMembers, minSpan, buckets, states }
    return findCloudOutliers(ctx, caller, request, leavingOf(reply))
  },
  cloudRolloutCheck: ({ ctx, caller, query, locale, reply }) => {
    const { settle, earlierWeeks, buckets } = query as Required<typeof query>
    return checkCloudRollout(ctx, caller, { ...query, settle, earlierWeeks, buckets, locale }, leavingOf(reply))
  },
}
