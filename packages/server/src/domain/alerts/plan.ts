/** What planning knows of an incident, or of a part of one. None of its moments moves once it has come, so that a plan of the past is what was planned then. */
export interface PlannableIncident {
  readonly id: string
  /** The incident within which it came: it is an alert of its own only where that one was sent, or decided on, before. */
  readonly partOf?: string | undefined
  /** When all conditions of the settings held; undefined while they do not. */
  readonly dueAt: number | undefined
  /** When it became one that does not wait, whatever was sent before. */
  readonly urgentAt?: number | undefined
  /** When an instance, or the collector, was down or silent: it waits for a quiet time only behind several that were sent in it. */
  readonly promptAt?: number | undefined
  /** When it was over; undefined while it lasts. */
  readonly endedAt: number | undefined
  /** When a person acknowledged or resolved it. */
  readonly decidedAt: number | undefined
  /** What was sent of it already. */
  readonly alertedAt?: number | undefined
  readonly escalatedAt?: number | undefined
  readonly recoveredAt?: number | undefined
}

export interface PlanRules {
  readonly quietMs: number
  readonly escalateMs: number | undefined
  readonly sendsRecovery: boolean
}

export interface PlannedAlert {
  readonly kind: 'opened' | 'digest' | 'escalated' | 'recovered'
  readonly at: number
  /** One, but in a digest and where several escalate or recover at one moment. */
  readonly incidentIds: readonly string[]
}

/** More that open at one moment are one digest; of more within a quiet time even outages wait for its end. */
const MAX_AT_ONCE = 3

interface Standing {
  readonly incident: PlannableIncident
  /** That of which it is a part. */
  whole: Standing | undefined
  alertedAt: number | undefined
  escalatedAt: number | undefined
  recoveredAt: number | undefined
}

/**
 * The alerts of a project up to a moment, by time. An alert is followed by a quiet time, after which all that came meanwhile goes out together; an urgent
 * incident does not wait, and an outage only behind several others. What was sent before, and when the last of it was that opens a quiet time, is taken as given: a plan goes on where an earlier one ended.
 */
export function planAlerts(
  incidents: readonly PlannableIncident[],
  rules: PlanRules,
  { until, lastAt = Number.NEGATIVE_INFINITY }: { readonly until: number; readonly lastAt?: number | undefined },
): PlannedAlert[] {
  const standings: Standing[] = incidents.map((incident) => ({
    incident,
    whole: undefined,
    alertedAt: incident.alertedAt,
    escalatedAt: incident.escalatedAt,
    recoveredAt: incident.recoveredAt,
  }))
  const byId = new Map(standings.map((one) => [one.incident.id, one]))
  for (const one of standings) one.whole = byId.get(one.incident.partOf ?? '')
  const planned: PlannedAlert[] = []
  let quietUntil = lastAt + rules.quietMs
  for (;;) {
    const pace = { quietUntil, sentAt: standings.flatMap(({ alertedAt }) => alertedAt ?? []) }
    const moments = standings.map((one) => nextMoment(one, rules, pace))
    const at = moments.reduce((first, { time }) => Math.min(first, time), Number.POSITIVE_INFINITY)
    if (!(at <= until)) return planned
    const due = (step: Step) =>
      standings.filter((_, index) => moments[index]!.time === at && moments[index]!.step === step)
    const opening = due('open')
    for (const one of opening) one.alertedAt = at
    planned.push(...openings(opening, at))
    if (opening.length > 0) quietUntil = at + rules.quietMs
    for (const [step, kind, field] of LATER) {
      const some = due(step)
      for (const one of some) one[field] = at
      if (some.length > 0) planned.push({ kind, at, incidentIds: idsOf(some) })
    }
  }
}

/** When what is due at a time comes out of the quiet times of alerts that were sent, the earliest first. */
export function quietEnd(dueAt: number, sentAt: readonly number[], quietMs: number): number {
  return sentAt.reduce((end, at) => (at < end ? Math.max(end, at + quietMs) : end), dueAt)
}

type Step = 'open' | 'escalate' | 'recover'

const LATER = [
  ['escalate', 'escalated', 'escalatedAt'],
  ['recover', 'recovered', 'recoveredAt'],
] as const

interface Pace {
  readonly quietUntil: number
  /** When what was sent so far was sent. */
  readonly sentAt: readonly number[]
}

/** What comes next of an incident, and when; never for nothing. */
function nextMoment(standing: Standing, rules: PlanRules, pace: Pace): { step: Step; time: number } {
  const { incident, alertedAt } = standing
  const { dueAt = NEVER, urgentAt = NEVER, endedAt = NEVER, decidedAt = NEVER } = incident
  if (alertedAt === undefined) {
    if (isReportedWithWhole(standing, rules, pace)) return { step: 'open', time: NEVER }
    const time = Math.min(Math.max(dueAt, pace.quietUntil), urgentAt, promptMoment(incident, rules, pace))
    return { step: 'open', time: decidedAt > time ? time : NEVER }
  }
  const escalateAt = incident.partOf === undefined ? alertedAt + (rules.escalateMs ?? NEVER) : NEVER
  const isEscalating = standing.escalatedAt === undefined && escalateAt < Math.min(endedAt, decidedAt)
  const isRecovering = rules.sendsRecovery && standing.recoveredAt === undefined && endedAt > alertedAt
  const recoverAt = isRecovering ? endedAt : NEVER
  return isEscalating && escalateAt <= recoverAt
    ? { step: 'escalate', time: escalateAt }
    : { step: 'recover', time: recoverAt }
}

const NEVER = Number.POSITIVE_INFINITY

/** When an outage is sent although it is quiet; never where several alerts were sent within the quiet time before it. */
function promptMoment({ promptAt = NEVER }: PlannableIncident, { quietMs }: PlanRules, { sentAt }: Pace): number {
  const isRecent = (at: number): boolean => at > promptAt - quietMs && at < promptAt
  return sentAt.filter(isRecent).length < MAX_AT_ONCE ? promptAt : NEVER
}

/** Whether what is sent of an incident reports a part of it, or will. */
function isReportedWithWhole({ incident, whole }: Standing, rules: PlanRules, pace: Pace): boolean {
  const { partOf, dueAt = NEVER } = incident
  if (partOf === undefined) return false
  if (whole === undefined) return true
  return whole.alertedAt === undefined ? nextMoment(whole, rules, pace).time < NEVER : whole.alertedAt >= dueAt
}

/** One by one, or a digest of those that had to wait or are many. */
function openings(opening: readonly Standing[], at: number): PlannedAlert[] {
  const hasWaited = opening.some(
    ({ incident: { dueAt, urgentAt, promptAt } }) => dueAt !== at && urgentAt !== at && promptAt !== at,
  )
  if (opening.length > MAX_AT_ONCE || (opening.length > 1 && hasWaited))
    return [{ kind: 'digest', at, incidentIds: idsOf(opening) }]
  return opening.map(({ incident }) => ({ kind: 'opened', at, incidentIds: [incident.id] }))
}

function idsOf(standings: readonly Standing[]): string[] {
  return standings.map(({ incident }) => incident.id)
}
