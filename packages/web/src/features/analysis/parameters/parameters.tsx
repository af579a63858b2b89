import { Anchor, Slider, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { Detection } from '@omen/sdk'
import { parametersOf } from '@omen/sdk/rules'
import { useAtom } from 'jotai'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { usePrompt } from '../../../lib/rules/use-check.ts'
import { cvalueAtom, pvalueAtom } from '../state/detection-atoms.ts'
import { cvaluePositions, epsilonPositions, pvaluePositions, toPosition, toPvalue } from './parameter-scale.ts'
import styles from './parameters.module.css'

const settleMs = 120

/** pvalue and cvalue as sliders; periods are recomputed while they move, and the address keeps the values. */
export const Parameters = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const prompt = usePrompt()
  const [pvalue, setPvalue] = useAtom(pvalueAtom)
  const [cvalue, setCvalue] = useAtom(cvalueAtom)
  const stored = detection.stored ?? { pvalue: detection.pvalue, cvalue: detection.cvalue }
  if (stored.pvalue === undefined || stored.cvalue === undefined) return null
  const isPeers = detection.modelType === 'DBScan'
  const parameters = parametersOf(detection.modelType)
  const [storedP, storedC] = [stored.pvalue, stored.cvalue]
  const isMoved = (pvalue !== null && pvalue !== storedP) || (cvalue !== null && cvalue !== storedC)
  const shownP = pvalue ?? storedP
  const reset = () => {
    setPvalue(null)
    setCvalue(null)
  }
  return (
    <fieldset className={styles.parameters} aria-label={t('analysis.parameters.label')}>
      {isPeers ? (
        <ParameterSlider
          label={prompt(parameters.pvalue.label)}
          hint={prompt(parameters.pvalue.meaning)}
          value={shownP}
          positions={epsilonPositions}
          write={(value) => format.number(value, 3)}
          onSettle={(value) => setPvalue(value === storedP ? null : value)}
        />
      ) : (
        <ParameterSlider
          label={prompt(parameters.pvalue.label)}
          hint={t('analysis.parameters.pvalueText', { share: format.share(1 - shownP) })}
          value={toPosition(shownP)}
          positions={pvaluePositions}
          write={(position) => String(toPvalue(position))}
          onSettle={(position) => setPvalue(toPvalue(position) === storedP ? null : toPvalue(position))}
        />
      )}
      <ParameterSlider
        label={prompt(parameters.cvalue.label)}
        hint={prompt(parameters.cvalue.meaning)}
        value={cvalue ?? storedC}
        positions={cvaluePositions(storedC)}
        write={String}
        onSettle={(value) => setCvalue(value === storedC ? null : value)}
      />
      <div className={styles.reset}>
        {isMoved && (
          <Anchor component="button" type="button" size="sm" onClick={reset}>
            {t('analysis.parameters.reset', { pvalue: storedP, cvalue: storedC })}
          </Anchor>
        )}
      </div>
    </fieldset>
  )
}

interface ParameterSliderProps {
  label: string
  hint: string
  value: number
  positions: { min: number; max: number; step: number }
  write: (value: number) => string
  onSettle: (value: number) => void
}

const ParameterSlider = ({ label, hint, value, positions, write, onSettle }: ParameterSliderProps) => {
  const id = useId()
  const [moving, setMoving] = useState(value)
  const settle = useDebouncedCallback(onSettle, settleMs)
  // The address may change too: by a link, a reset or the back button.
  useEffect(() => setMoving(value), [value])
  return (
    <Tooltip label={hint} multiline maw={260}>
      <div className={styles.slider}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <output className={styles.value} htmlFor={id}>
          {write(moving)}
        </output>
        <Slider
          className={styles.track ?? ''}
          size={3}
          thumbSize={14}
          {...positions}
          value={moving}
          onChange={(next) => {
            setMoving(next)
            settle(next)
          }}
          label={null}
          thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': write(moving) }}
        />
      </div>
    </Tooltip>
  )
}
