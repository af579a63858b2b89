import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { parametersOf } from '@omen/sdk/rules'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { usePrompt } from '../../lib/rules/use-check.ts'
import { ProblemNotice } from '../../ui/problem-notice/problem-notice.tsx'
import { LEVELS, levelOf, type Sensitivity, valuesOf } from './levels.ts'
import { cvaluePositions, epsilonPositions, PVALUE_POSITIONS, toPosition, toPvalue } from './parameter-scale.ts'
import { ParameterSlider } from './parameter-slider.tsx'
import styles from './sensitivity.module.css'
import { changedFrom, type SensitivityView } from './sensitivity-view.ts'

interface SensitivityFormProps<Answer> {
  view: SensitivityView<Answer>
  onClose: () => void
}

const SETTLE_MS = 150

/** A level or own values; what they would change is said before they are applied. */
export const SensitivityForm = <Answer,>({ view, onClose }: SensitivityFormProps<Answer>) => {
  const { t } = useTranslation()
  const { normal, current, apply, keep } = view
  const [draft, setDraft] = useState(current)
  const [settled] = useDebouncedValue(draft, SETTLE_MS)
  const isPeers = view.modelType === 'DBScan'
  const level = levelOf(draft, normal, isPeers)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply(changedFrom(draft, normal))
        onClose()
      }}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>{t('analysis.sensitivity.title')}</h2>
        <span className="muted small">{t('analysis.sensitivity.scope')}</span>
      </div>
      <SegmentedControl
        fullWidth
        aria-label={t('analysis.sensitivity.level')}
        value={level}
        data={LEVELS.map((value) => ({
          value,
          label: t(`analysis.sensitivity.levels.${value}`),
          disabled: value === 'own' && level !== 'own',
        }))}
        onChange={(value) => {
          const chosen = LEVELS.find((one) => one === value)
          if (chosen !== undefined && chosen !== 'own') setDraft(valuesOf(chosen, normal, isPeers))
        }}
      />
      <SensitivitySliders view={view} draft={draft} onDraft={setDraft} />
      <div className={styles.end}>
        <SensitivityEffect view={view} settled={settled} />
        <Button variant="subtle" color="gray" disabled={level === 'normal'} onClick={() => setDraft(normal)}>
          {t('analysis.sensitivity.reset')}
        </Button>
        <Button type="submit">{t('analysis.sensitivity.apply')}</Button>
      </div>
      {keep !== undefined && level !== 'normal' && <KeepSensitivity values={draft} keep={keep} onKept={onClose} />}
    </form>
  )
}

interface SensitivitySlidersProps {
  view: Pick<SensitivityView<unknown>, 'modelType' | 'intervalMs' | 'normal'>
  draft: Sensitivity
  onDraft: (draft: Sensitivity) => void
}

/** pvalue and cvalue, each with what it means in a sentence. */
const SensitivitySliders = ({ view, draft, onDraft }: SensitivitySlidersProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const prompt = usePrompt()
  const isPeers = view.modelType === 'DBScan'
  const { pvalue, cvalue } = parametersOf(view.modelType)
  const inARow = { count: draft.cvalue, duration: format.duration(draft.cvalue * view.intervalMs) }
  return (
    <>
      {isPeers ? (
        <ParameterSlider
          label={prompt(pvalue.label)}
          hint={prompt(pvalue.meaning)}
          value={draft.pvalue}
          positions={epsilonPositions}
          write={(value) => format.number(value, 3)}
          onChange={(value) => onDraft({ ...draft, pvalue: Number(value.toFixed(3)) })}
        />
      ) : (
        <ParameterSlider
          label={prompt(pvalue.label)}
          hint={t('analysis.sensitivity.oneIn', { number: format.number(1 / Math.max(1e-12, 1 - draft.pvalue), 2) })}
          value={toPosition(draft.pvalue)}
          positions={PVALUE_POSITIONS}
          write={(position) => String(toPvalue(position))}
          onChange={(position) => onDraft({ ...draft, pvalue: toPvalue(position) })}
        />
      )}
      <ParameterSlider
        label={prompt(cvalue.label)}
        hint={isPeers ? prompt(cvalue.meaning) : t('analysis.sensitivity.inARow', inARow)}
        value={draft.cvalue}
        positions={cvaluePositions(view.normal.cvalue)}
        write={String}
        onChange={(value) => onDraft({ ...draft, cvalue: value })}
      />
    </>
  )
}

interface SensitivityEffectProps<Answer> {
  view: SensitivityView<Answer>
  settled: Sensitivity
}

/** How many findings and incidents there would be. */
const SensitivityEffect = <Answer,>({ view, settled }: SensitivityEffectProps<Answer>) => {
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

interface KeepSensitivityProps {
  values: Sensitivity
  keep: (values: Sensitivity) => Promise<void>
  onKept: () => void
}

/** Makes values those of the project. */
const KeepSensitivity = ({ values, keep, onKept }: KeepSensitivityProps) => {
  const { t } = useTranslation()
  const keeping = useMutation({ mutationFn: keep, onSuccess: onKept })
  return (
    <div className={styles.keep}>
      {keeping.isError && <ProblemNotice error={keeping.error} />}
      <p className={styles.hint}>{t('analysis.sensitivity.keepHint')}</p>
      <Button variant="default" loading={keeping.isPending} onClick={() => keeping.mutate(values)}>
        {t('analysis.sensitivity.keep')}
      </Button>
    </div>
  )
}
