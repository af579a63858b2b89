import type { Incident, LiveAnalysis, Period } from '@omen/sdk'
import type { VerdictSource } from '../../../findings/verdict/verdict-source.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** Verdicts on the periods of a project: its next model learns by them. */
export const liveVerdicts: VerdictSource = {
  previewKey: queryKeys.project.verdict,
  preview: async (address, findingId, verdict, signal) => {
    const { preview } = await omen.live.giveVerdict(address, { findingId, verdict, dryRun: true }, { signal })
    return { kind: 'training', preview }
  },
  give: (address, { periodId: findingId, ...request }, signal) =>
    omen.live.giveVerdict(address, { findingId, ...request }, { signal }),
  changedKeys: (address) => ({ analysis: queryKeys.project.all(address), lists: [] }),
}

/** An analysis from before with the verdicts that are known by now; the same one where there are no others. */
export const withVerdictsOf = (shown: LiveAnalysis, newest: LiveAnalysis): LiveAnalysis => {
  const known = new Map(newest.periods.map((period) => [period.id, period]))
  const isOld = (period: Period) => {
    const now = known.get(period.id)
    return now !== undefined && (now.verdict !== period.verdict || now.verdictAt !== period.verdictAt)
  }
  if (!shown.periods.some(isOld)) return shown
  const renewed = (period: Period): Period => {
    const { verdict: _, verdictNote: __, verdictBy: ___, verdictAt: ____, ...rest } = period
    return { ...rest, ...verdictOf(known.get(period.id)!) }
  }
  return { ...shown, periods: shown.periods.map((period) => (isOld(period) ? renewed(period) : period)) }
}

const verdictOf = ({ verdict, verdictNote, verdictBy, verdictAt }: Period): Partial<Period> => ({
  ...(verdict !== undefined && { verdict }),
  ...(verdictNote !== undefined && { verdictNote }),
  ...(verdictBy !== undefined && { verdictBy }),
  ...(verdictAt !== undefined && { verdictAt }),
})

/** An analysis from before with what people have said of its incidents by now; the same one where they said nothing else. */
export const withDecisionsOf = (shown: LiveAnalysis, newest: LiveAnalysis): LiveAnalysis => {
  const known = new Map(newest.incidents.map(({ id, decision }) => [id, decision]))
  const isOld = ({ id, decision }: Incident) => known.has(id) && known.get(id) !== decision
  if (!shown.incidents.some(isOld)) return shown
  const renewed = ({ decision: _, ...rest }: Incident): Incident => {
    const decision = known.get(rest.id)
    return { ...rest, ...(decision !== undefined && { decision }) }
  }
  return { ...shown, incidents: shown.incidents.map((one) => (isOld(one) ? renewed(one) : one)) }
}
