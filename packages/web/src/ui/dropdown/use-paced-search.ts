import { useEffect, useMemo, useState } from 'react'
import { createSearchPace } from './search-pace.ts'

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
