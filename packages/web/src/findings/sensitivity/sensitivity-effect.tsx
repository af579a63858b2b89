import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { ProblemNotice } from '../../ui/problem-notice/problem-notice.tsx'
import type { Sensitivity } from './levels.ts'
import styles from './sensitivity.module.css'
import { changedFrom, type SensitivityView } from './sensitivity-view.ts'

interface SensitivityEffectProps<Answer> {
  view: SensitivityView<Answer>
  settled: Sensitivity
}

/** How many findings and incidents there would be. */
export const SensitivityEffect = <Answer,>({ view, settled }: SensitivityEffectProps<Answer>) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { normal, current } = view
  const isCurrent = settled.pvalue === current.pvalue && settled.cvalue === current.cvalue
  const { data, isPlaceholderData, isError, error } = useQuery({
    ...view.query(changedFrom(settled, normal)),
    placeholderData: keepPreviousData,
    enabled: !isCurrent,
  })
  if (isError && !isCurrent) return <ProblemNotice error={error} />
  const before = view.countsOf(view.answer)
  const answer = isCurrent ? view.answer : isPlaceholderData ? undefined : data
  const after = answer && view.countsOf(answer)
  const change = (name: 'findings' | 'incidents') =>
    `${format.count(before[name])} → ${after === undefined ? '…' : format.count(after[name])}`
  return (
    <output className={styles.effect} aria-live="polite">
      <span>
        <b>{change('findings')}</b> {t('analysis.sensitivity.findings')}
      </span>
      <span>
        <b>{change('incidents')}</b> {t('analysis.sensitivity.incidents')}
      </span>
    </output>
  )
}
