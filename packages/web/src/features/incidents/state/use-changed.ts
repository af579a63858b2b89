import { useQueryClient } from '@tanstack/react-query'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Reads again what shows incidents: their pages and lists, the dashboard, live pages. */
export const useChanged = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return async () => {
    const keys = [['dashboard'], ['project']]
    for (const key of keys) void invalidateEverywhere(client, key)
    await invalidateEverywhere(client, queryKeys.incidents.all)
  }
}
