import type { ProjectState } from '../../schema/wire-types.ts'
import { faultSentence } from '../collections/fault-sentence.ts'
import type { Locale } from '../errors.ts'
import { modelDueAt } from './model-due.ts'
import type { ProjectRow } from './project-row.ts'

const MINUTE_MS = 60_000
const MIN_SILENCE_MS = 2 * MINUTE_MS

/** A project is silent when three of its samples are overdue, and two minutes at least. */
function silentAfterMs({ samplingMs }: ProjectRow['project']): number {
  return Math.max(MIN_SILENCE_MS, 3 * samplingMs)
}

export function projectState({ project }: Pick<ProjectRow, 'project'>, now: number): ProjectState {
  const { firstDataAt, lastDataAt, trust } = project
  if (firstDataAt === null || lastDataAt === null) return 'connecting'
  if (now - lastDataAt > silentAfterMs(project)) return 'silent'
  if (trust === null) return 'collecting'
  return trust === 'none' || trust === 'low' ? 'learning' : 'live'
}

interface StateFacts {
  readonly isLog: boolean
  /** Whether it fetches its data rather than being sent it. */
  readonly isFetching: boolean
  /** Since the last batch. */
  readonly quietMs: number
  /** Until the first model is trained; undefined where there is one, or none will be. */
  readonly modelInMs: number | undefined
}

const sentences: Record<ProjectState, Record<Locale, (facts: StateFacts) => string>> = {
  connecting: {
    en: ({ isFetching }) =>
      isFetching
        ? 'Nothing has come yet. It is fetched at every interval; the first data is usually here within two of them.'
        : 'Nothing has arrived yet. Send data with one of the commands and an ingest key of this project.',
    'zh-CN': ({ isFetching }) =>
      isFetching
        ? '尚未采集到数据。系统按采样间隔采集，首批数据通常在两个间隔内到达。'
        : '尚未收到数据。请使用接入命令和本项目的接入密钥发送数据。',
  },
  collecting: {
    en: ({ isLog }) => `Collecting ${isLog ? 'log lines' : 'samples'}. Detection has not started yet.`,
    'zh-CN': ({ isLog }) => `正在收集${isLog ? '日志' : '样本'}，检测尚未开始。`,
  },
  learning: {
    en: (facts) => `Learning what is normal. Findings are tentative until more has been seen.${modelIn(facts, 'en')}`,
    'zh-CN': (facts) => `正在学习正常状态，在积累更多数据之前，检测结果仅供参考。${modelIn(facts, 'zh-CN')}`,
  },
  live: {
    en: (facts) => `Data arrives and is checked for anomalies.${modelIn(facts, 'en')}`,
    'zh-CN': (facts) => `数据正常到达，正在检测异常。${modelIn(facts, 'zh-CN')}`,
  },
  silent: {
    en: ({ quietMs, isFetching }) => {
      const check = isFetching
        ? 'The service answers but has nothing new: check what is fetched, and that the service still gets data.'
        : 'Check that the sender runs, reaches this server, and uses a valid ingest key.'
      return `Nothing has arrived for ${inWords(quietMs, Math.round, 'en')}. ${check}`
    },
    'zh-CN': ({ quietMs, isFetching }) => {
      const check = isFetching
        ? '服务有响应，但没有新数据：请检查采集内容，以及该服务是否仍在接收数据。'
        : '请检查发送端是否运行、能否访问本服务器，以及接入密钥是否有效。'
      return `已有 ${inWords(quietMs, Math.round, 'zh-CN')}没有收到数据。${check}`
    },
  },
}

/** When the first model follows, rounded up. */
function modelIn({ modelInMs }: StateFacts, locale: Locale): string {
  if (modelInMs === undefined) return ''
  if (modelInMs <= 0) return locale === 'en' ? ' Its own model is about to be trained.' : '即将训练本项目的模型。'
  const time = inWords(modelInMs, Math.ceil, locale)
  return locale === 'en' ? ` Its own model will be trained in ${time}.` : `本项目的模型将在 ${time}后训练。`
}

/** In minutes below an hour, in hours below two days, else in days. */
function inWords(ms: number, round: (value: number) => number, locale: Locale): string {
  const minutes = round(ms / MINUTE_MS)
  const [count, unit] =
    minutes < 60
      ? [minutes, MINUTE_NAMES]
      : minutes < 48 * 60
        ? [round(minutes / 60), HOUR_NAMES]
        : [round(minutes / 1440), DAY_NAMES]
  return `${count} ${unit[locale]}`
}

const MINUTE_NAMES = { en: 'min', 'zh-CN': '分钟' }
const HOUR_NAMES = { en: 'h', 'zh-CN': '小时' }
const DAY_NAMES = { en: 'days', 'zh-CN': '天' }

export function stateSentence(
  row: Pick<ProjectRow, 'project' | 'source' | 'model' | 'collection'>,
  now: number,
  locale: Locale,
): string {
  const { dataType, lastDataAt } = row.project
  if (row.collection?.fault) return faultFor(row.collection, now, locale)
  const quietMs = now - (lastDataAt ?? now)
  const dueAt = row.model === null ? modelDueAt(row) : null
  const modelInMs = dueAt === null ? undefined : dueAt - now
  return sentences[projectState(row, now)][locale]({
    isLog: dataType === 'Log',
    isFetching: row.collection !== null,
    quietMs,
    modelInMs,
  })
}

/** A fault of fetching comes before all else: what it means, what to do, and for how long it has lasted. */
function faultFor(
  { fault, faultText, faultSince }: NonNullable<ProjectRow['collection']>,
  now: number,
  locale: Locale,
): string {
  const sentence = faultSentence(fault!, faultText, locale)
  const lastedMs = now - (faultSince ?? now)
  if (lastedMs < MINUTE_MS || fault === 'leftOut') return sentence
  const time = inWords(lastedMs, Math.round, locale)
  return locale === 'en' ? `Fetching has failed for ${time}. ${sentence}` : `采集已中断 ${time}。${sentence}`
}
