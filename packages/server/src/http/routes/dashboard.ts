import { getUserValues } from '../../domain/dashboard/index.ts'
import type { OperationHandlers } from '../operation.ts'

export const dashboardOperations: OperationHandlers<'getUserValues'> = {
  getUserValues: ({ ctx, caller, query, locale }) =>
    getUserValues(ctx, caller, { ...query, buckets: (query as Required<typeof query>).buckets, locale }),
}
