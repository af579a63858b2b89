import { dropdown } from '../theme/tokens.ts'

/** Passes on what is typed once it rests for a moment, and not more often than a service should be asked. */
export interface SearchPace {
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
      const wait = Math.max(dropdown.searchDelay, searchedAt + dropdown.queryThrottle - now())
      timer = setTimeout(() => {
        searchedAt = now()
        onSearch(text)
      }, wait)
    },
    stop: () => clearTimeout(timer),
  }
}
