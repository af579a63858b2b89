import {
  MAX_RULES,
  MIN_LEAD_MS,
  type Outcome,
  type PredictedIncident,
  type PredictionRule,
  type PredictionState,
  probabilityOf,
  summariseLeads,
} from './prediction.ts'
import { weigh } from './weigh-rule.ts'

/** What became of a prediction. */
export type Settlement = { ruleId: string; isHit: boolean; at: number }

type Times = Pick<PredictedIncident, 'at' | 'low' | 'about' | 'high' | 'until'>

/** Open predictions and their rules while they are being brought up to date; a rule has at most one open at a time. */
export type PredictionBook = {
  rules: Map<string, PredictionRule>
  settled: Settlement[]
  /** Counts predictions as failed whose time is over. */
  expire(now: number): void
  /** Counts predictions as right that an incident fulfils; those made within its first minute are dropped. */
  fulfil(incident: Outcome): void
  /** Opens a prediction; where one of the rule is open, its expected times are renewed, but not its end. */
  announce(rule: PredictionRule, times: Times): void
  isBusy(at: number): boolean
  state(): PredictionState
}

/** A book on a copy of the state: what was passed in is not changed. */
export function openBook(before: PredictionState): PredictionBook {
  const rules = new Map(before.rules.map((rule) => [rule.id, { ...rule }]))
  const open = new Map(before.open.map((one) => [one.ruleId, one]))
  const settled: Settlement[] = []
  let busyUntil = before.busyUntil
  const settle = (prediction: PredictedIncident, isHit: boolean, at: number, title?: Outcome['title']): void => {
    open.delete(prediction.ruleId)
    settled.push({ ruleId: prediction.ruleId, isHit, at })
    const rule = rules.get(prediction.ruleId)
    if (rule === undefined) return
    if (isHit) Object.assign(rule, summariseLeads([...rule.leads, at - prediction.at]))
    if (isHit && title !== undefined) rule.title = title
    weigh(rule, isHit, at)
  }
  return {
    rules,
    settled,
    expire(now) {
      for (const prediction of [...open.values()])
        if (prediction.until < now) settle(prediction, false, prediction.until)
    },
    fulfil({ start, end, outcomes, title }) {
      busyUntil = Math.max(busyUntil, end)
      for (const prediction of [...open.values()]) {
        if (prediction.at > start || !outcomes.includes(prediction.outcome)) continue
        if (start - prediction.at >= MIN_LEAD_MS) settle(prediction, true, start, title)
        else open.delete(prediction.ruleId)
      }
    },
    announce(rule, times) {
      const { hits, misses, outcome, title } = rule
      const { at, until } = open.get(rule.id) ?? times
      const titled = title === undefined ? {} : { title }
      open.set(rule.id, {
        ruleId: rule.id,
        outcome,
        ...times,
        at,
        until,
        probability: probabilityOf(rule),
        hits,
        misses,
        ...titled,
      })
    },
    isBusy: (at) => at <= busyUntil,
    state: () => ({ rules: keepRules([...rules.values()]), open: [...open.values()], busyUntil }),
  }
}

/** Where there are too many, rules at work go before those retired, and of these the last. */
function keepRules(rules: PredictionRule[]): PredictionRule[] {
  if (rules.length <= MAX_RULES) return rules
  const age = ({ state, retiredAt = 0 }: PredictionRule): number => (state === 'active' ? Infinity : retiredAt)
  return rules.sort((a, b) => (age(a) === age(b) ? b.hits - a.hits : age(b) - age(a))).slice(0, MAX_RULES)
}
