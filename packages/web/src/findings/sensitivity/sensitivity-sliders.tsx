import { parametersOf } from '@omen/sdk/rules'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { usePrompt } from '../../lib/rules/use-check.ts'
import type { Sensitivity } from './levels.ts'
import { cvaluePositions, epsilonPositions, pvaluePositions, toPosition, toPvalue } from './parameter-scale.ts'
import { ParameterSlider } from './parameter-slider.tsx'
import type { SensitivityView } from './sensitivity-view.ts'

interface SensitivitySlidersProps {
  view: Pick<SensitivityView<unknown>, 'modelType' | 'intervalMs' | 'normal'>
  draft: Sensitivity
  onDraft: (draft: Sensitivity) => void
}

/** pvalue and cvalue, each with what it means in a sentence. */
export const SensitivitySliders = ({ view, draft, onDraft }: SensitivitySlidersProps) => {
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
          positions={pvaluePositions}
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
