import type { LogAnalysis, LogTab } from '@omen/sdk'
import type { TFunction } from 'i18next'
import type { LogClock } from '../state/log-clock.ts'

export interface HeadlineFacts {
  /** Of the part of the time that is shown, and of one kind. */
  readonly data: LogAnalysis
  readonly tab: LogTab
  /** Whether that is a part of the time at hand, and how long it is. */
  readonly isPart: boolean
  readonly length: number
}

const longestName = 60

/** The page in a sentence: how much of what is shown, and what began last or is worst. */
export const logsHeadline = ({ data, tab, isPart, length }: HeadlineFacts, t: TFunction, clock: LogClock): string => {
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
  return letters.length > longestName ? `${letters.slice(0, longestName).join('').trimEnd()}…` : text
}
