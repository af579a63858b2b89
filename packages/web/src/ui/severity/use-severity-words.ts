import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeverityName } from './severity-name.ts'

export type SeverityWords = Record<SeverityName, { full: string; short: string }>

/** What the marks of severity are called in the reader's language; short where a column is narrow. */
export const useSeverityWords = (): SeverityWords => {
  const { t } = useTranslation()
  return useMemo(() => {
    const word = (name: SeverityName) => ({ full: t(`analysis.periods.${name}`), short: t(`analysis.short.${name}`) })
    return { above: word('above'), below: word('below'), down: word('down'), missing: word('missing') }
  }, [t])
}
