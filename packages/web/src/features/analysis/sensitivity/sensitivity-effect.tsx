import type { Detection } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Sensitivity } from './levels.ts'
import styles from './sensitivity.module.css'
import { useEffectOf } from './use-effect-of.ts'

interface SensitivityEffectProps {
  detection: Detection
  settled: Sensitivity
  normal: Sensitivity
}

const findingsIn = ({ periods, gaps }: Detection): number => periods.length + gaps.length

/** How many findings and incidents there would be. */
export const SensitivityEffect = ({ detection, settled, normal }: SensitivityEffectProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, isPlaceholderData } = useEffectOf(detection.id, settled, normal)
  const after = isPlaceholderData ? undefined : data
  const change = (count: (one: Detection) => number) =>
    `${format.count(count(detection))} → ${after === undefined ? '…' : format.count(count(after))}`
  return (
    <output className={styles.effect} aria-live="polite">
      <span>
        <b>{change(findingsIn)}</b> {t('analysis.sensitivity.findings')}
      </span>
      <span>
        <b>{change(({ incidents }) => incidents.length)}</b> {t('analysis.sensitivity.incidents')}
      </span>
    </output>
  )
}
