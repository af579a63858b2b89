import { UnstyledButton } from '@mantine/core'
import type { Incident, LiveAnalysis } from '@omen/sdk'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { IncidentTime, IncidentTitle } from '../../../findings/incidents/incident-head.tsx'
import { findingSentence } from '../../../findings/incidents/incident-model.ts'
import { IncidentNumber } from '../../../findings/incidents/incident-number.tsx'
import { selectAtom } from '../../../findings/state/selection-atoms.ts'
import { around } from '../../../findings/state/zoom-history.ts'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import styles from './data-tab.module.css'

interface IncidentsPanelProps {
  found: LiveAnalysis
  /** Limit of the time that an incident is shown in. */
  full: Range
}

/** What detection has found in the time shown, the worst first; a click shows an incident with some time around it. */
export const IncidentsPanel = ({ found, full }: IncidentsPanelProps) => {
  const { t } = useTranslation()
  const { incidents } = found
  if (incidents.length === 0) return null
  return (
    <Panel title={t('projects.data.incidents', { count: incidents.length })} flush>
      <ul className={styles.incidents}>
        {incidents.map((incident) => (
          <Row key={incident.id} incident={incident} found={found} full={full} />
        ))}
      </ul>
    </Panel>
  )
}

const Row = ({ incident, found, full }: IncidentsPanelProps & { incident: Incident }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const select = useSetAtom(selectAtom)
  const { stepMs, from, to } = found
  return (
    <li>
      <UnstyledButton
        className={styles.incident ?? ''}
        title={t('analysis.incidents.show', { number: incident.number })}
        onClick={() => select({ incidentId: incident.id, range: around(incident, full, stepMs) })}
      >
        <IncidentNumber number={incident.number} />
        <span className={styles.incidentBody}>
          <IncidentTitle incident={incident} />
          <IncidentTime incident={incident} analysis={{ intervalMs: stepMs, from, to }} />
          <span>{findingSentence(incident.sentence, locale)}</span>
        </span>
      </UnstyledButton>
    </li>
  )
}
