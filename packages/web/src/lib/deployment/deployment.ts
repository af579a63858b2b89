import { useSyncExternalStore } from 'react'

/** The script with which the server's page starts; its name changes with everything that it loads. */
const BUILD_HEADER = 'X-Omen-Page'

const listeners = new Set<() => void>()
let isOutdated = false

const ownBuild = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[src*="/assets/start-"]')?.src.split('/').at(-1)

/** Part of this page is gone from the server. */
export const reportOutdated = (): void => {
  if (isOutdated) return
  isOutdated = true
  for (const listener of listeners) listener()
}

/** A fetch that notices by any answer that the server has another page than this one. */
export const fetchNoticing = async (request: Request): Promise<Response> => {
  const answer = await fetch(request)
  const build = answer.headers.get(BUILD_HEADER)
  const own = ownBuild()
  if (build !== null && own !== undefined && build !== own) reportOutdated()
  return answer
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the server has a newer page than this one. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, () => isOutdated)
