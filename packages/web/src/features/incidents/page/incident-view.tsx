import type { IncidentDetail } from '@omen/sdk'
import { useMemo } from 'react'
import { CausesCard } from '../causes/causes-card.tsx'
import { GraphCard } from '../graph/graph-card.tsx'
import { IncidentHead } from '../head/incident-head.tsx'
import { HistoryCard } from '../history/history-card.tsx'
import { LeadCard } from '../lead/lead-card.tsx'
import { LinesCard } from '../lines/lines-card.tsx'
import { PostMortemCard } from '../post-mortem/post-mortem-card.tsx'
import { SimilarCard } from '../similar/similar-card.tsx'
import { shownTime } from '../state/shown-time.ts'
import { TimelineCard } from '../timeline/timeline-card.tsx'
import { TreeCard } from '../tree/tree-card.tsx'
import styles from './incident-page.module.css'

interface IncidentViewProps {
  detail: IncidentDetail
  /** The link named an incident that was merged into this one. */
  isForwarded: boolean
}

/** At the left what happened, when and where, and the text about it; at the right why, and what it resembles. */
export const IncidentView = ({ detail, isForwarded }: IncidentViewProps) => {
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
