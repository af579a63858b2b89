import { useEffect, useMemo, useState } from 'react'
import { DROPDOWN } from '../theme/tokens.ts'

/** What to look up for a text that is being typed in a dropdown. */
export const usePacedSearch = (typed: string): string => {
  const [search, setSearch] = useState(typed)
  const pace = useMemo(() => createSearchPace(setSearch), [])
  useEffect(() => {
    if (typed === search) pace.stop()
    else pace.type(typed)
  }, [typed, search, pace])
  useEffect(() => pace.stop, [pace])
  return search
}

/** Passes on what is typed once it rests for a moment, and not more often than a service should be asked. */
interface SearchPace {
  type(text: string): void
  /** Drops what has not been passed on. */
  stop(): void
}

/** `now` is a clock in ms; the last text is always passed on. */
export function createSearchPace(
  onSearch: (text: string) => void,
  now: () => number = () => performance.now(),
): SearchPace {
  let timer: ReturnType<typeof setTimeout> | undefined
  let searchedAt = Number.NEGATIVE_INFINITY
  return {
    type(text) {
      clearTimeout(timer)
      const wait = Math.max(DROPDOWN.searchDelay, searchedAt + DROPDOWN.queryThrottle - now())
      timer = setTimeout(() => {
        searchedAt = now()
        onSearch(text)
      }, wait)
    },
    stop: () => clearTimeout(timer),
  }
}
