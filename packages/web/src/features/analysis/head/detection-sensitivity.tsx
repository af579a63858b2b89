import type { Detection } from '@omen/sdk'
import { useAtomValue, useSetAtom } from 'jotai'
import { sensitivityAtom } from '../../../findings/sensitivity/sensitivity-atoms.ts'
import { SensitivityButton } from '../../../findings/sensitivity/sensitivity-button.tsx'
import type { FindingCounts } from '../../../findings/sensitivity/sensitivity-view.ts'
import { localeAtom } from '../../../lib/i18n/locale-atom.ts'
import { detectionQuery } from '../state/detection-atoms.ts'

/** The sensitivity of a detection; it has none without a model. */
export const DetectionSensitivity = ({ detection }: { detection: Detection }) => {
  const apply = useSetAtom(sensitivityAtom)
  const locale = useAtomValue(localeAtom)
  const { id, pvalue, cvalue, stored, modelType, intervalMs } = detection
  if (pvalue === undefined || cvalue === undefined) return null
  const current = { pvalue, cvalue }
  return (
    <SensitivityButton
      view={{
        ...{ modelType, intervalMs: intervalMs ?? 0, normal: stored ?? current, current },
        ...{ answer: detection, countsOf, apply },
        // Applied, it is there at once
        query: (overrides) => detectionQuery(id, overrides, locale),
      }}
    />
  )
}

const countsOf = ({ periods, gaps, incidents }: Detection): FindingCounts => ({
  findings: periods.length + gaps.length,
  incidents: incidents.length,
})
