import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CausesCard } from '../features/incidents/causes/causes-card.tsx'
import { GraphCard } from '../features/incidents/graph/graph-card.tsx'
import { Preview } from '../features/incidents/post-mortem/preview.tsx'
import { shownTime } from '../features/incidents/state/shown-time.ts'
import { TimelineCard } from '../features/incidents/timeline/timeline-card.tsx'
import { TreeCard } from '../features/incidents/tree/tree-card.tsx'
import { FrozenFindings } from '../findings/frozen/frozen-findings.tsx'
import { FrozenHead } from '../findings/frozen/frozen-head.tsx'
import type { SeriesRequest } from '../findings/metric-chart/series-query.ts'
import type { SeriesResult, SeriesSource } from '../findings/metric-chart/series-source.ts'
import { ViewMenu } from '../findings/view-menu/view-menu.tsx'
import type { Range } from '../lib/address/url-codecs.ts'
import { useFormat } from '../lib/format/use-format.ts'
import { localeAtom } from '../lib/i18n/locale-atom.ts'
import { Card } from '../ui/card/card.tsx'
import { CopyShell } from '../ui/copy-shell/copy-shell.tsx'
import { Messages } from '../ui/messages/messages.tsx'
import styles from './incident-report.module.css'
import type { OfflineData, StoredDetail } from './offline-data.ts'
import { valuesIn } from './values-in.ts'

/** What this file holds, as it was shown when it was made. */
export const OfflinePage = ({ data }: { data: OfflineData }) => {
  const { t } = useTranslation()
  const locale = useAtomValue(localeAtom)
  const source = useMemo(() => sourceOf(data), [data])
  const detection = data.detections[locale]
  const written = data.incident?.details[locale]
  const facts = data.facts.map(({ name, ...fact }) => ({ ...fact, name: name[locale] }))
  return (
    <>
      <CopyShell note={t('published.offlineFile')}>
        <FrozenHead
          name={written?.detail.incident.title ?? data.name}
          description={written?.detail.incident.sentence ?? data.description}
          facts={facts}
          detection={detection}
          madeAt={data.madeAt}
        >
          <ViewMenu name={data.name} analysis={detection} hasFindings={detection.kind === 'detection'} />
        </FrozenHead>
        <FrozenFindings detection={detection} source={source} />
        {written !== undefined && <IncidentReport written={written} madeAt={data.madeAt} />}
      </CopyShell>
      <Messages />
    </>
  )
}

const sourceOf = ({ values, detections }: OfflineData): SeriesSource => ({
  useSeries: (_: string, request: SeriesRequest, range: Range | null): SeriesResult => {
    const data = useMemo(() => valuesIn(values, request, range), [request, range])
    return { data, error: null, isFetching: false }
  },
  // Of a project, series need not send in each interval
  hasEmptyBuckets: detections.en.logs !== undefined,
})

interface IncidentReportProps {
  written: StoredDetail
  madeAt: number
}

/** When what moved, why, and what was written about it. */
const IncidentReport = ({ written, madeAt }: IncidentReportProps) => {
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
