import { Button, Menu } from '@mantine/core'
import type { LiveAnalysis } from '@omen/sdk'
import { IconPlayerPause, IconPlayerPlay, IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Analysis } from '../../../findings/analysis.ts'
import { Headline } from '../../../findings/head/findings-headline.tsx'
import { RangeLine } from '../../../findings/head/range-line.tsx'
import { PublishDialog } from '../../../findings/publish/publish-dialog.tsx'
import { rangeAtom } from '../../../findings/state/range-atoms.ts'
import { ViewMenu } from '../../../findings/view-menu/view-menu.tsx'
import { useOutage } from '../../../lib/api/outage.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { projectLogsPath } from '../../../lib/logs/logs-path.ts'
import { projectModelPath, projectPath } from '../../../lib/projects/project-address.ts'
import type { SpanName } from '../../../lib/time/span.ts'
import { ProjectStatus } from '../../../ui/project-status/project-status.tsx'
import { isPausedAtom, windowAtom } from '../state/live-atoms.ts'
import type { LiveRequest } from '../state/live-request.ts'
import { projectQuery } from '../state/project-query.ts'
import { LiveFilter } from './live-filter.tsx'
import styles from './live-head.module.css'
import { liveHeadline, splitByState } from './live-headline.ts'
import { LiveSensitivity } from './live-sensitivity.tsx'
import { LiveStatus } from './live-status.tsx'
import { ProjectPicker } from './project-picker.tsx'
import { TimePicker } from './time-picker.tsx'

/** Which time that moves on is shown, and which one is where nothing is chosen. */
export interface TimeChoice {
  span: SpanName
  usual: SpanName
}

interface LiveHeadProps {
  request: LiveRequest
  /** What is shown. */
  live: LiveAnalysis
  analysis: Analysis
  /** What is known by now; null where a time is shown that stands still. */
  newest: LiveAnalysis | null
  isHeld: boolean
  missed: number
  time: TimeChoice
  onBackToNow: () => void
  /** The project is the user's own, who may publish it. */
  isMine: boolean
}

/** Project, state and what it is behind; how it is doing in a sentence; what else matters. */
export const LiveHead = (props: LiveHeadProps) => {
  const { request, live, analysis, newest, isHeld, missed, time, onBackToNow, isMine } = props
  const { address } = request
  const { t } = useTranslation()
  const format = useFormat()
  const outage = useOutage()
  const range = useAtomValue(rangeAtom)
  const fixed = useAtomValue(windowAtom)
  const pause = useSetAtom(isPausedAtom)
  useEffect(() => {
    document.title = `${address} · ${t('live.title')} · Omen`
  }, [address, t])
  const sentence = liveHeadline({ live, analysis, range: range ?? fixed }, t, format)
  const isNow = newest !== null && !isHeld
  // The time is held as long as the dialog is open
  const [published, setPublished] = useState<{ from: number; to: number } | null>(null)
  return (
    <header className={styles.head}>
      <div className={styles.first}>
        <div className={styles.place}>
          <ProjectPicker address={address} />
          <Facts live={live} address={address} />
        </div>
        <div className={styles.actions}>
          {newest !== null && <LiveStatus newest={newest} isHeld={isHeld} heldAt={live.to} missed={missed} />}
          {isNow ? (
            <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={() => pause(true)}>
              {t('live.pause')}
            </Button>
          ) : (
            <Button leftSection={<IconPlayerPlay size={16} />} onClick={onBackToNow}>
              {t('live.backToNow')}
            </Button>
          )}
          <TimePicker {...time} shown={live} />
          <LiveSensitivity request={request} live={live} isNow={newest !== null} />
          <LiveFilter series={live.series} />
          <ViewMenu name={address} analysis={analysis}>
            {isMine && (
              <Menu.Item leftSection={<IconShare size={16} />} onClick={() => setPublished(range ?? live)}>
                {t('published.publish')}
              </Menu.Item>
            )}
          </ViewMenu>
        </div>
      </div>
      <Headline
        sentence={
          outage === null ? sentence : t('live.headline.asOf', { time: format.clock(live.to), headline: sentence })
        }
        isAnnounced={false}
      />
      <Further live={live} isNow={isNow} headline={sentence} />
      <Announced analysis={analysis} />
      {published !== null && (
        <PublishDialog
          subject={{ projectName: address, from: published.from, to: Math.min(published.to, live.to) }}
          name={live.projectName}
          onClose={() => setPublished(null)}
        />
      )}
    </header>
  )
}

const Facts = ({ live, address }: { live: LiveAnalysis; address: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const project = useQuery(projectQuery(address, format.locale)).data
  return (
    <span className={styles.facts}>
      <ProjectStatus state={live.state} />
      <span>
        {t('live.facts', { count: live.seriesTotal, interval: format.duration(live.stepMs) })}
        {live.trust !== 'none' && ` · ${t('analysis.head.trust', { trust: t(`analysis.head.trusts.${live.trust}`) })}`}
      </span>
      {project?.dataType === 'Log' && <Link to={projectLogsPath(address)}>{t('frame.nav.logs')}</Link>}
      <Link to={projectPath(address)}>{t('live.project')}</Link>
      <Link to={projectModelPath(address)}>{t('compare.model.link')}</Link>
    </span>
  )
}

/** From this length on it is worth saying until when the last bucket changes. */
const LONG_BUCKET_MS = 60_000

const Further = ({ live, isNow, headline }: { live: LiveAnalysis; isNow: boolean; headline: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const last = live.times.at(-1)
  const sentences = [
    ...(isNow && live.state !== 'silent' && last !== undefined && live.bucketMs >= LONG_BUCKET_MS
      ? [t('live.provisional', { time: format.time(last), until: format.time(last + live.bucketMs) })]
      : []),
    ...(live.state === 'live' || live.stateSentence === headline ? [] : [live.stateSentence]),
    ...(live.series.length < live.seriesTotal
      ? [t('projects.data.first', { shown: live.series.length, all: live.seriesTotal })]
      : []),
  ]
  return (
    <RangeLine>
      <span>{sentences.join(t('general.betweenSentences'))}</span>
    </RangeLine>
  )
}

/** What opens and ends, for a reader who does not see it; not each new value. */
const Announced = ({ analysis }: { analysis: Analysis }) => {
  const { t } = useTranslation()
  const { open } = splitByState(analysis.incidents)
  return (
    <div className="visually-hidden" aria-live="polite">
      {open.length === 0
        ? t('live.spokenNone')
        : t('live.spoken', { titles: open.map(({ title }) => title).join(t('general.comma')) })}
    </div>
  )
}
