import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CausesCard } from '../features/incidents/causes/causes-card.tsx'
import { GraphCard } from '../features/incidents/graph/graph-card.tsx'
import { Preview } from '../features/incidents/post-mortem/preview.tsx'
import { shownTime } from '../features/incidents/state/shown-time.ts'
import { TimelineCard } from '../features/incidents/timeline/timeline-card.tsx'
import { TreeCard } from '../features/incidents/tree/tree-card.tsx'
import { useFormat } from '../lib/format/use-format.ts'
import { Card } from '../ui/card/card.tsx'
import styles from './incident-report.module.css'
import type { StoredDetail } from './offline-data.ts'

interface IncidentReportProps {
  written: StoredDetail
  madeAt: number
}

/** When what moved, why, and what was written about it. */
export const IncidentReport = ({ written, madeAt }: IncidentReportProps) => {
  const { t } = useTranslation()
  const { picture } = written.detail
  // As one whose points are gone: all that is left of it is in this file
  const detail = useMemo(
    () => ({
      ...written.detail,
      picture: { ...picture, source: picture.source === 'points' ? ('kept' as const) : picture.source },
    }),
    [written.detail, picture],
  )
  const time = useMemo(() => shownTime(detail, madeAt), [detail, madeAt])
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <TimelineCard detail={detail} time={time} />
        <div className={styles.written}>
          <Card title={t('incidents.postMortem.title')}>
            <div className={styles.text}>
              <Preview detail={detail} text={written.text} />
              <Actions actions={written.actions} />
            </div>
          </Card>
        </div>
      </div>
      <div className={styles.column}>
        <CausesCard detail={detail} />
        <GraphCard detail={detail} />
        <TreeCard detail={detail} />
        <Similar similar={detail.similar} />
      </div>
    </div>
  )
}

const Actions = ({ actions }: Pick<StoredDetail, 'actions'>) => {
  const { t } = useTranslation()
  if (actions.length === 0) return null
  const title = t('incidents.postMortem.actions.title')
  return (
    <>
      <h3 className={styles.actions}>{title}</h3>
      <ul className={styles.items} aria-label={title}>
        {actions.map(({ id, text, assignee, done }) => (
          <li key={id}>
            <span aria-hidden>{done ? '☑ ' : '☐ '}</span>
            {done ? <del>{text}</del> : text} <span className="muted">{assignee}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const Similar = ({ similar }: Pick<StoredDetail['detail'], 'similar'>) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (similar.length === 0) return null
  return (
    <Card title={t('incidents.similar.title')}>
      <ul className={styles.similar}>
        {similar.map(({ id, title, onset, done }) => (
          <li key={id}>
            <span className="muted" data-tabular>
              {format.when(onset)}
            </span>{' '}
            {title}
            {done.map(({ at, text }) => (
              <p key={at} className="muted">
                {t('incidents.similar.done', { text })}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}
