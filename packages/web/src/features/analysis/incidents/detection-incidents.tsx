import type { Detection } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IncidentArrows, IncidentRows, IncidentSection } from '../../../findings/incidents/incident-list.tsx'
import { splitByRange } from '../../../findings/incidents/incident-model.ts'
import { rangeAtom } from '../../../findings/state/range-atoms.ts'
import type { IncidentSelection } from '../../../findings/state/use-incident-selection.ts'
import { NoIncidents } from './no-incidents.tsx'

interface DetectionIncidentsProps {
  detection: Detection
  selection: IncidentSelection
}

/** The incidents in the time shown, then the others, so that none is forgotten behind a zoom. */
export const DetectionIncidents = ({ detection, selection }: DetectionIncidentsProps) => {
  const { t } = useTranslation()
  const range = useAtomValue(rangeAtom)
  const { inside, outside } = useMemo(() => splitByRange(detection.incidents, range), [detection.incidents, range])
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
          <NoIncidents detection={detection} isWhole={isWhole} />
        ) : (
          <IncidentRows analysis={detection} incidents={inside} selection={selection} label={shown} />
        )}
      </IncidentSection>
      {outside.length > 0 && (
        <IncidentSection
          title={others}
          count={outside.length}
          part="outside"
          aside={<span>{t('analysis.incidents.order')}</span>}
        >
          <IncidentRows analysis={detection} incidents={outside} selection={selection} label={others} />
        </IncidentSection>
      )}
    </>
  )
}
