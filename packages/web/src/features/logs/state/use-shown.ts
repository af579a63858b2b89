import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { baselineAtom, levelAtom, selectionAtom, servicesAtom, spanAtom, windowAtom } from './log-atoms.ts'
import type { LogFilter } from './log-queries.ts'
import type { LogSource } from './log-source.ts'
import type { LogTime } from './log-time.ts'

/** Which lines of which time the page shows. */
export interface Shown {
  readonly filter: LogFilter
  /** The time at hand, which the timeline spans. */
  readonly time: LogTime
  /** The part of it that everything else speaks of. */
  readonly part: LogTime
  readonly selection: Range | null
  readonly baseline: Range | null
}

export const useShown = (source: LogSource): Shown => {
  const { locale } = useFormat()
  const [span, window] = [useAtomValue(spanAtom), useAtomValue(windowAtom)]
  const [selection, baseline] = [useAtomValue(selectionAtom), useAtomValue(baselineAtom)]
  const [level, services] = [useAtomValue(levelAtom), useAtomValue(servicesAtom)]
  return useMemo(() => {
    const time: LogTime = window ?? (source.kind === 'project' ? { span } : 'whole')
    return { filter: { source, level, services, locale }, time, part: selection ?? time, selection, baseline }
  }, [source, span, window, selection, baseline, level, services, locale])
}
