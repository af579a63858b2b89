import { Button } from '@mantine/core'
import type { LogAnalysis, LogTab } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { PageHead } from '../../../ui/page-head/page-head.tsx'
import { filterAtom, selectRangeAtom } from '../state/log-atoms.ts'
import type { LogClock } from '../state/log-clock.ts'
import { templatesQuery } from '../state/log-queries.ts'
import { lengthOf } from '../state/log-time.ts'
import type { Shown } from '../state/use-shown.ts'
import { BaselinePicker } from './baseline-picker.tsx'
import styles from './head.module.css'
import { SourcePicker } from './source-picker.tsx'
import { TimePicker } from './time-picker.tsx'

interface LogsHeadProps {
  name: string
  shown: Shown
  clock: LogClock
  /** Of the time at hand. */
  data: LogAnalysis
  tab: LogTab
  /** The way to the project or file itself. */
  link: ReactNode
}

/** Which lines of which time, and what they show in a sentence. */
export const LogsHead = ({ name, shown, clock, data, tab, link }: LogsHeadProps) => {
  const { t } = useTranslation()
  const { source } = shown.filter
  const { selection } = shown
  const { from, to } = data
  const part = selection ?? { from, to }
  return (
    <header>
      <div className={styles.first}>
        <div className={styles.place}>
          <SourcePicker name={name} current={source.kind === 'project' ? source.address : source.filename} />
          <span className={styles.facts}>{link}</span>
        </div>
        <div className={styles.actions}>
          {clock.hasTimes && <TimePicker shown={{ from, to }} isFile={source.kind === 'file'} />}
          <BaselinePicker part={part} whole={{ from, to }} clock={clock} />
        </div>
      </div>
      <Sentence name={name} shown={shown} clock={clock} data={data} tab={tab} />
      {selection !== null && <Narrowed text={clock.range(selection.from, selection.to)} />}
      <span className="visually-hidden">{t('logs.title')}</span>
    </header>
  )
}

/** Names the newest or the worst of the first page of templates, the same as below; until that has come, no template. */
const Sentence = ({ name, shown, clock, data, tab }: Omit<LogsHeadProps, 'link'>) => {
  const { t } = useTranslation()
  const { filter, part, baseline, selection } = shown
  const words = useAtomValue(filterAtom)
  const list = { ...filter, time: part, baseline, tab, words, sort: '' as const, hasIgnored: true, page: 1 }
  const shownData = useQuery(templatesQuery(list)).data ?? { ...data, templates: [] }
  return (
    <PageHead
      title={logsHeadline(
        { data: shownData, tab, isPart: selection !== null, length: lengthOf(part, shownData) },
        t,
        clock,
      )}
      name={`${name} · ${t('logs.title')}`}
      text={useFacts(shownData, clock, name)}
    />
  )
}

/** "4,547 lines in 57 templates from shop.log · times in UTC": what else matters. */
const useFacts = (data: LogAnalysis, clock: LogClock, name: string): string => {
  const { t } = useTranslation()
  const format = useFormat()
  const { file, withoutTemplate, analysedTo, to } = data
  const parts = [
    t('logs.facts.lines', {
      lines: t('logs.lines', { count: data.lines }),
      templates: t('logs.templates', { count: data.templatesTotal }),
      name,
    }),
    ...(withoutTemplate > 0 ? [t('logs.facts.withoutTemplate', { count: withoutTemplate })] : []),
    clock.hasTimes ? t('general.timesIn', { zone: format.timeZone }) : t('logs.facts.noTimes'),
    ...(analysedTo != null && analysedTo < Math.min(to, Date.now()) - STALE_MS
      ? [t('logs.facts.analysedTo', { time: format.clock(analysedTo) })]
      : []),
    ...(file !== undefined && file.cutLines > 0 ? [t('logs.facts.cut', { count: file.cutLines })] : []),
    ...(file !== undefined && file.badLines > 0 ? [t('logs.facts.badBytes', { count: file.badLines })] : []),
  ]
  return parts.join(' · ')
}

const STALE_MS = 5 * 60_000

/** The part of the time that is shown, and the way back. */
const Narrowed = ({ text }: { text: string }) => {
  const { t } = useTranslation()
  const select = useSetAtom(selectRangeAtom)
  return (
    <div className="row" style={{ marginTop: 8 }}>
      <span className={styles.narrowed}>{t('dashboard.narrowed', { what: text })}</span>
      <Button variant="default" onClick={() => select(null)}>
        {t('dashboard.showAll')}
      </Button>
    </div>
  )
}

interface HeadlineFacts {
  /** Of the part of the time that is shown, and of one kind. */
  readonly data: LogAnalysis
  readonly tab: LogTab
  /** Whether that is a part of the time at hand, and how long it is. */
  readonly isPart: boolean
  readonly length: number
}

const LONGEST_NAME = 60

/** The page in a sentence: how much of what is shown, and what began last or is worst. */
const logsHeadline = ({ data, tab, isPart, length }: HeadlineFacts, t: TFunction, clock: LogClock): string => {
  const when = isPart ? t('logs.headline.inPart') : t('logs.headline.in', { length: clock.length(length) })
  if (data.lines === 0) return t('logs.headline.noLines', { when })
  const count = data.tabs[tab]
  if (tab === 'clusters')
    return t('logs.headline.clusters', { when, count, lines: t('logs.lines', { count: data.lines }) })
  if (count === 0) return t(`logs.headline.none.${tab}`, { when })
  const counted = t(`logs.headline.${tab}`, { when, count })
  if (tab === 'keywords') return counted
  return tab === 'new' ? withLatest(counted, data, t, clock) : withWorst(counted, data, t, clock)
}

/** The newest of the new, together with those of the same release. */
const withLatest = (counted: string, { templates }: LogAnalysis, t: TFunction, clock: LogClock): string => {
  const [latest] = templates.toSorted((a, b) => b.firstSeen - a.firstSeen)
  if (latest === undefined) return counted
  const release = latest.firstRelease
  if (release === undefined) return t('logs.headline.latest', { counted, when: clock.moment(latest.firstSeen) })
  const count = templates.filter(({ firstRelease }) => firstRelease?.id === release.id).length
  const name = release.version ?? release.title
  return t('logs.headline.latestRelease', { counted, count, release: name, when: clock.moment(release.at) })
}

const withWorst = (counted: string, { templates }: LogAnalysis, t: TFunction, clock: LogClock): string => {
  const worst = templates
    .flatMap((template) => template.findings.map((finding) => ({ template, finding })))
    .toSorted((a, b) => b.finding.val - a.finding.val)[0]
  if (worst === undefined) return counted
  const { template, finding } = worst
  const name = template.name ?? shortened(template.text.replaceAll('<*>', '…'))
  return t('logs.headline.worst', { counted, name, when: clock.moment(finding.start) })
}

const shortened = (text: string): string => {
  const letters = [...text]
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('').trimEnd()}…` : text
}
