import { queryOptions } from '@tanstack/react-query'
import { omen } from '../api/omen.ts'
import { queryKeys } from '../api/query-keys.ts'

/** A file with its preview. */
export const fileQuery = (filename: string) =>
  queryOptions({
    queryKey: queryKeys.file.one(filename),
    queryFn: ({ signal }) => omen.files.get(filename, { signal }),
  })
