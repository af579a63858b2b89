import { useAtomValue } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Analysis } from '../analysis.ts'
import { rangeAtom } from '../state/range-atoms.ts'
import type { IncidentSelection } from '../state/use-incident-selection.ts'
import { IncidentArrows, IncidentRows, IncidentSection } from './incident-list.tsx'
import { splitByRange } from './incident-model.ts'

interface IncidentsByRangeProps {
  analysis: Analysis
  selection: IncidentSelection
  /** In place of an empty list of the time shown, which may be all. */
  none: (isWhole: boolean) => ReactNode
}

/** The incidents in the time shown, then the others, so that none is forgotten behind a zoom. */
export const IncidentsByRange = ({ analysis, selection, none }: IncidentsByRangeProps) => {
  const { t } = useTranslation()
  const range = useAtomValue(rangeAtom)
  const { inside, outside } = useMemo(() => splitByRange(analysis.incidents, range), [analysis.incidents, range])
  const isWhole = range === null
  const shown = t(isWhole ? 'analysis.incidents.title' : 'analysis.incidents.inside')
  const others = t('analysis.incidents.outside')
  return (
    <>
      <IncidentSection
        title={shown}
        count={inside.length}
        part="inside"
        aside={<IncidentArrows selection={selection} />}
      >
        {inside.length === 0 ? (
          none(isWhole)
        ) : (
          <IncidentRows analysis={analysis} incidents={inside} selection={selection} label={shown} />
        )}
      </IncidentSection>
      {outside.length > 0 && (
        <IncidentSection
          title={others}
          count={outside.length}
          part="outside"
          aside={<span>{t('analysis.incidents.order')}</span>}
        >
          <IncidentRows analysis={analysis} incidents={outside} selection={selection} label={others} />
        </IncidentSection>
      )}
    </>
  )
}
