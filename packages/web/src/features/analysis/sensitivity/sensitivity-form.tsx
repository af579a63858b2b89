import { Button, SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Detection } from '@omen/sdk'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sensitivityAtom } from '../state/detection-atoms.ts'
import { levelOf, levels, type Sensitivity, valuesOf } from './levels.ts'
import styles from './sensitivity.module.css'
import { SensitivityEffect } from './sensitivity-effect.tsx'
import { SensitivitySliders } from './sensitivity-sliders.tsx'
import { changedFrom } from './use-effect-of.ts'

interface SensitivityFormProps {
  detection: Detection
  /** The values of the run. */
  normal: Sensitivity
  current: Sensitivity
  onClose: () => void
}

const settleMs = 150

/** A level or own values; what they would change is said before they are applied. */
export const SensitivityForm = ({ detection, normal, current, onClose }: SensitivityFormProps) => {
  const { t } = useTranslation()
  const apply = useSetAtom(sensitivityAtom)
  const [draft, setDraft] = useState(current)
  const [settled] = useDebouncedValue(draft, settleMs)
  const isPeers = detection.modelType === 'DBScan'
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
      <SensitivitySliders detection={detection} normal={normal} draft={draft} onDraft={setDraft} />
      <div className={styles.end}>
        <SensitivityEffect detection={detection} settled={settled} normal={normal} />
        <Button variant="subtle" color="gray" disabled={level === 'normal'} onClick={() => setDraft(normal)}>
          {t('analysis.sensitivity.reset')}
        </Button>
        <Button type="submit">{t('analysis.sensitivity.apply')}</Button>
      </div>
    </form>
  )
}
