import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { detectionAtom, projectAtom } from '../state/report-atoms.ts'
import type { Subject } from '../state/report-query.ts'

/** What the address says that the report is about. */
export const useSubject = (): Subject => {
  const { locale, timeZone } = useFormat()
  const [project, detection] = [useAtomValue(projectAtom), useAtomValue(detectionAtom)]
  return useMemo(() => ({ project, detection, locale, timeZone }), [project, detection, locale, timeZone])
}
