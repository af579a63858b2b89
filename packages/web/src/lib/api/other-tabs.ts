import type { QueryClient, QueryKey } from '@tanstack/react-query'

const channels = new WeakMap<QueryClient, BroadcastChannel>()

/** Reads again here what another tab of this browser has changed. */
export const followOtherTabs = (client: QueryClient): void => {
  if (typeof window === 'undefined') return
  const channel = new BroadcastChannel('omen.changed')
  channel.onmessage = ({ data }: MessageEvent<QueryKey>) => void client.invalidateQueries({ queryKey: data })
  channels.set(client, channel)
}

/** Reads again, here and in the other tabs of this browser, what has changed. Resolves once it is read here. */
export const invalidateEverywhere = (client: QueryClient, queryKey: QueryKey): Promise<void> => {
  channels.get(client)?.postMessage(queryKey)
  return client.invalidateQueries({ queryKey })
}
