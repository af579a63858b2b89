import type { Model } from '@omen/sdk'
import { queryOptions } from '@tanstack/react-query'
import { omen } from '../../lib/api/omen.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'

export const modelQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.model.one(id), queryFn: ({ signal }) => omen.models.get(id, { signal }) })

/** What the live version learned; the version number is part of the key, so that a promotion reloads it. */
export const displayQuery = (model: Model) =>
  queryOptions({
    queryKey: queryKeys.model.display(model.id, model.live?.version ?? null),
    queryFn: ({ signal }) =>
      omen.uploads.display(
        { modelName: model.modelName, modelType: model.modelType, modelUserName: model.modelUserName },
        { signal },
      ),
    enabled: model.live !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
