import { ApiProblem, type IncidentDetail } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { PageFailed } from '../../../ui/page-failed/page-failed.tsx'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { CausesCard } from '../causes/causes-card.tsx'
import { GraphCard } from '../graph/graph-card.tsx'
import { IncidentHead } from '../head/incident-head.tsx'
import { HistoryCard } from '../history/history-card.tsx'
import { LeadCard } from '../lead/lead-card.tsx'
import { LinesCard } from '../lines/lines-card.tsx'
import { PostMortemCard } from '../post-mortem/post-mortem-card.tsx'
import { SimilarCard } from '../similar/similar-card.tsx'
import { incidentQuery } from '../state/incident-query.ts'
import { shownTime } from '../state/shown-time.ts'
import { TimelineCard } from '../timeline/timeline-card.tsx'
import { TreeCard } from '../tree/tree-card.tsx'
import styles from './incident-page.module.css'

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

/** Of the same heights as what it stands for. */
const IncidentSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">{t('general.loading')}</span>
      <BlockSkeleton height={32} width="50%" />
      <BlockSkeleton height={28} width="70%" />
      <div className={styles.columns}>
        <div className={styles.column}>
          <BlockSkeleton height={260} />
          <BlockSkeleton height={216} />
          <BlockSkeleton height={240} />
        </div>
        <div className={styles.column}>
          <BlockSkeleton height={300} />
          <BlockSkeleton height={240} />
        </div>
      </div>
    </div>
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

interface IncidentViewProps {
  detail: IncidentDetail
  /** The link named an incident that was merged into this one. */
  isForwarded: boolean
}

/** At the left what happened, when and where, and the text about it; at the right why, and what it resembles. */
const IncidentView = ({ detail, isForwarded }: IncidentViewProps) => {
  const time = useMemo(() => shownTime(detail, Date.now()), [detail])
  const hasLogs = detail.logs.lines.length > 0 || detail.source.dataType === 'Log'
  // Of what was found in log lines alone there is nothing to draw, to order or to place
  const hasSeries = detail.incident.kind !== 'log' || detail.tree.length > 0
  return (
    <article className={styles.page}>
      <IncidentHead detail={detail} isForwarded={isForwarded} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <TimelineCard detail={detail} time={time} />
          {hasSeries && <LeadCard detail={detail} time={time} />}
          {hasLogs && <LinesCard detail={detail} />}
          <div className={styles.texts}>
            <div className={styles.written}>
              <PostMortemCard detail={detail} time={time} />
            </div>
            <div className={styles.beside}>
              <div className={styles.written}>
                <HistoryCard detail={detail} />
              </div>
              {hasSeries && (
                <div className={styles.tree}>
                  <TreeCard detail={detail} />
                </div>
              )}
            </div>
          </div>
        </div>
        <div className={styles.column}>
          <CausesCard detail={detail} />
          {hasSeries && <GraphCard detail={detail} />}
          <SimilarCard detail={detail} />
        </div>
      </div>
    </article>
  )
}
