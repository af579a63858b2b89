import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeverityName } from './severity-name.ts'

export type SeverityWords = Record<SeverityName, { full: string; short: string }>

/** Labels of severity marks in the user's language; short for narrow columns. */
export const useSeverityWords = (): SeverityWords => {
  const { t } = useTranslation()
  return useMemo(() => {
    const word = (name: SeverityName) => ({ full: t(`analysis.marks.${name}`), short: t(`analysis.short.${name}`) })
    return { above: word('above'), below: word('below'), down: word('down'), missing: word('missing') }
  }, [t])
}
