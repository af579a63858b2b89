import { ApiProblem, type IncidentDetail } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { incidentQuery } from '../state/incident-query.ts'
import { IncidentSkeleton } from './incident-skeleton.tsx'
import { IncidentView } from './incident-view.tsx'

/** One incident: what moved when, why, and what was done. */
export const IncidentPage = () => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { id = '' } = useParams()
  const incident = useQuery({ ...incidentQuery(id, locale), retry: retryUnlessRefused })
  return (
    <Loaded
      query={incident}
      skeleton={<IncidentSkeleton />}
      failed={(error, onRetry) => (
        <PageFailed error={error} onRetry={onRetry} list={{ name: t('incidents.title'), path: '/incidents' }} />
      )}
    >
      {(detail) => <Forwarded id={id} detail={detail} />}
    </Loaded>
  )
}

const retryUnlessRefused = (failures: number, error: Error): boolean =>
  !(error instanceof ApiProblem && error.status < 500) && failures < 2

/** A link to an incident that was merged leads to the one that stays. */
const Forwarded = ({ id, detail }: { id: string; detail: IncidentDetail }) => {
  const { state } = useLocation()
  const own = detail.incident.id
  if (own !== id) return <Navigate to={incidentPath(own)} replace state={{ mergedFrom: id }} />
  return <IncidentView key={own} detail={detail} isForwarded={typeof state?.mergedFrom === 'string'} />
}
