import type { ModelVersion } from '@omen/sdk'
import { queryOptions } from '@tanstack/react-query'
import { omen } from '../api/omen.ts'
import { poll } from '../api/poll.ts'
import { queryKeys } from '../api/query-keys.ts'

/** The versions of a model, read again while one of them trains. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.model.versions(id),
    queryFn: ({ signal }) => omen.models.versions(id, { signal }),
    refetchInterval: poll<ModelVersion[]>((data) =>
      data?.some((version) => version.state === 'queued' || version.state === 'training') ? 2_000 : false,
    ),
  })
