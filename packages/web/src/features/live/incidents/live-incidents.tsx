import { Skeleton, UnstyledButton } from '@mantine/core'
import type { Incident, LiveAnalysis } from '@omen/sdk'
import { IconCircleCheck } from '@tabler/icons-react'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Analysis } from '../../../findings/analysis.ts'
import { IncidentTime, IncidentTitle } from '../../../findings/incidents/incident-head.tsx'
import { IncidentArrows, IncidentRows, IncidentSection } from '../../../findings/incidents/incident-list.tsx'
import type { IncidentSelection } from '../../../findings/state/use-incident-selection.ts'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { catchingUpFrom } from '../head/lag.ts'
import { splitByState } from '../head/live-headline.ts'
import { placeOf } from '../state/place-of.ts'
import { endedLately } from './ended-lately.ts'
import styles from './live-incidents.module.css'

interface LiveIncidentsProps {
  live: LiveAnalysis
  analysis: Analysis
  selection: IncidentSelection
  /** Those of the last 24 hours, also from before the time shown; undefined until they have been read. */
  recent: readonly Incident[] | undefined
}

/** What has not ended, the worst one opened; then what ended lately. */
export const LiveIncidents = ({ live, analysis, selection, recent }: LiveIncidentsProps) => {
  const { t } = useTranslation()
  const { open } = splitByState(analysis.incidents)
  const { shown: ended, earlier } = endedLately(analysis.incidents, recent ?? [], live.to)
  const titles = { open: t('live.incidents.open'), ended: t('live.incidents.ended') }
  return (
    <>
      <IncidentSection
        title={titles.open}
        count={open.length}
        part="inside"
        aside={<IncidentArrows selection={selection} />}
      >
        {open.length === 0 ? (
          <EmptyState icon={<IconCircleCheck size={24} />} text={t(noneText(live))} />
        ) : (
          <IncidentRows
            analysis={analysis}
            incidents={open}
            selection={selection}
            label={titles.open}
            openId={open[0]?.id}
          />
        )}
      </IncidentSection>
      <IncidentSection
        title={titles.ended}
        {...(recent !== undefined && { count: ended.length + earlier.length })}
        part="outside"
        aside={<span>{t('analysis.incidents.order')}</span>}
      >
        {ended.length > 0 && (
          <IncidentRows analysis={analysis} incidents={ended} selection={selection} label={titles.ended} />
        )}
        {earlier.length > 0 && <Earlier incidents={earlier} live={live} hasOthers={ended.length > 0} />}
        {recent === undefined && <Skeleton height={48} />}
        {recent !== undefined && ended.length + earlier.length === 0 && (
          <p className={styles.none}>{t('live.incidents.noneEnded')}</p>
        )}
      </IncidentSection>
    </>
  )
}

const noneText = (live: LiveAnalysis) => {
  if (live.state !== 'live') return 'live.incidents.noneYet'
  return catchingUpFrom(live) === null ? 'live.incidents.none' : 'live.incidents.noneSoFar'
}

/** From before the time shown: without a number, since those are ranks within it. */
const Earlier = ({
  incidents,
  live,
  hasOthers,
}: {
  incidents: readonly Incident[]
  live: LiveAnalysis
  hasOthers: boolean
}) => {
  const { t } = useTranslation()
  const setParameters = useSetAtom(parametersAtom)
  const { stepMs, from, to } = live
  return (
    <ul className={styles.list} aria-label={t('live.incidents.earlier')} data-follows={hasOthers || undefined}>
      {incidents.map((incident) => (
        <li key={incident.id}>
          <UnstyledButton
            className={styles.row ?? ''}
            title={t('live.incidents.show', { title: incident.title })}
            onClick={() => setParameters(placeOf(incident, stepMs, Date.now()))}
          >
            <IncidentTitle incident={incident} />
            <IncidentTime incident={incident} analysis={{ intervalMs: stepMs, from, to }} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
