import { useDebouncedValue } from '@mantine/hooks'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import {
  familiesAtom,
  foldAtom,
  orderAtom,
  projectAtom,
  queryAtom,
  repeatsAtom,
  tabAtom,
  timeAtom,
} from './list-atoms.ts'
import type { ListShown } from './list-query.ts'

const SETTLE_MS = 200

/** What the address says the list shows; text when typing pauses. */
export const useShown = (): ListShown => {
  const { locale } = useFormat()
  const [q] = useDebouncedValue(useAtomValue(queryAtom), SETTLE_MS)
  const [tab, time, order] = [useAtomValue(tabAtom), useAtomValue(timeAtom), useAtomValue(orderAtom)]
  const [project, families] = [useAtomValue(projectAtom), useAtomValue(familiesAtom)]
  const isFolded = useAtomValue(foldAtom)
  const repeats = useAtomValue(repeatsAtom)
  return useMemo(
    () => ({ tab, time, order, q, project, families, isFolded, repeats, locale }),
    [tab, time, order, q, project, families, isFolded, repeats, locale],
  )
}
