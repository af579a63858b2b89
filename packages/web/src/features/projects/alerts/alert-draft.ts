import type { AlertCalendar, AlertSetting, AlertSettingChanges, AlertThreshold } from '@omen/sdk'

/** A number as its field has it: a text while it is typed, and empty. */
export type Typed = number | string

export const LIMIT_NAMES = ['alertAbove', 'alertBelow', 'ignoreBelow', 'ignoreAbove'] as const
type LimitName = (typeof LIMIT_NAMES)[number]

export type FigureName =
  | 'pvalue-email'
  | 'cvalue-email'
  | 'minAnomalyRatioFilter'
  | 'quietMinutes'
  | 'escalateMinutes'
  | 'predictionHours'

export type ThresholdDraft = Omit<AlertThreshold, LimitName> & Partial<Record<LimitName, Typed>>
export type CalendarDraft = Omit<AlertCalendar, 'durationMinutes'> & { durationMinutes: Typed }

/** The settings that the tab has, as its fields have them: a share is in per cent, and what may be left out is empty. */
export interface AlertDraft
  extends Pick<AlertSetting, 'recipients' | 'onlyWithCause' | 'sendsRecovery'>,
    Record<FigureName, Typed> {
  thresholds: ThresholdDraft[]
  calendars: CalendarDraft[]
}

export const draftOf = (setting: AlertSetting): AlertDraft => ({
  ...setting,
  minAnomalyRatioFilter: Math.round(setting.minAnomalyRatioFilter * 1000) / 10,
  escalateMinutes: setting.escalateMinutes ?? '',
})

/** What was typed and is another than what is saved. A threshold that says nothing yet is left out. */
export const changesOf = (typed: Partial<AlertDraft>, saved: AlertSetting): AlertSettingChanges => {
  const before = draftOf(saved)
  const [had, wanted] = [toSetting(before), toSetting({ ...before, ...typed })]
  const changed = (Object.keys(typed) as (keyof AlertDraft)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(had[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, wanted[name]]))
}

const toSetting = (draft: AlertDraft): Pick<AlertSetting, keyof AlertDraft> => ({
  ...draft,
  'pvalue-email': Number(draft['pvalue-email']),
  'cvalue-email': Number(draft['cvalue-email']),
  minAnomalyRatioFilter: Number(draft.minAnomalyRatioFilter) / 100,
  quietMinutes: Number(draft.quietMinutes),
  escalateMinutes: draft.escalateMinutes === '' ? null : Number(draft.escalateMinutes),
  predictionHours: Number(draft.predictionHours),
  thresholds: draft.thresholds.map(toThreshold).filter(saysSomething),
  calendars: draft.calendars.map(toCalendar),
})

const toThreshold = ({ alertAbove, alertBelow, ignoreBelow, ignoreAbove, ...threshold }: ThresholdDraft) => {
  const limits = Object.entries({ alertAbove, alertBelow, ignoreBelow, ignoreAbove })
    .filter(([, limit]) => limit !== undefined && limit !== '')
    .map(([name, limit]) => [name, Number(limit)])
  return { ...threshold, ...Object.fromEntries(limits) } as AlertThreshold
}

/** It is left out: it has no metric, or nothing that holds for it. */
export const isIncomplete = (threshold: ThresholdDraft): boolean => !saysSomething(toThreshold(threshold))

const saysSomething = ({ metric, direction, kpi, ...limits }: AlertThreshold): boolean =>
  metric !== '' && (direction !== 'both' || kpi || Object.keys(limits).length > 0)

/** Without the series that were left empty, which are all. */
const toCalendar = ({ selector, durationMinutes, ...calendar }: CalendarDraft): AlertCalendar => ({
  ...calendar,
  ...(selector !== undefined && selector.trim() !== '' && { selector }),
  durationMinutes: Number(durationMinutes),
})
