import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeepSensitivity } from './keep-sensitivity.tsx'
import { levelOf, levels, valuesOf } from './levels.ts'
import styles from './sensitivity.module.css'
import { SensitivityEffect } from './sensitivity-effect.tsx'
import { SensitivitySliders } from './sensitivity-sliders.tsx'
import { changedFrom, type SensitivityView } from './sensitivity-view.ts'

interface SensitivityFormProps<Answer> {
  view: SensitivityView<Answer>
  onClose: () => void
}

const settleMs = 150

/** A level or own values; what they would change is said before they are applied. */
export const SensitivityForm = <Answer,>({ view, onClose }: SensitivityFormProps<Answer>) => {
  const { t } = useTranslation()
  const { normal, current, apply, keep } = view
  const [draft, setDraft] = useState(current)
  const [settled] = useDebouncedValue(draft, settleMs)
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
        data={levels.map((value) => ({
          value,
          label: t(`analysis.sensitivity.levels.${value}`),
          disabled: value === 'own' && level !== 'own',
        }))}
        onChange={(value) => {
          const chosen = levels.find((one) => one === value)
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
