import type { ReportIncident } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Span } from '../dashboard/findings-in.ts'
import { readIncidents } from '../dashboard/incidents.ts'
import type { Locale } from '../errors.ts'
import { readDurations } from './figures.ts'
import type { ReportedDetection, ReportSubject } from './report-subject.ts'

const mostIncidents = 50

/** Incidents with a finding in a span, the worst first, and how many there are. */
export async function readReportIncidents(
  ctx: Context,
  subject: ReportSubject,
  span: Span,
  locale: Locale,
): Promise<{ incidents: ReportIncident[]; total: number }> {
  const { incidents, total } =
    subject.detection === undefined
      ? await readIncidents(ctx, subject.projects, { span, limit: mostIncidents, offset: 0 }, locale)
      : listDetected(subject.detection, span)
  const durations = await readDurations(
    ctx,
    subject,
    span,
    incidents.map(({ id }) => id),
  )
  const prefix = subject.detection === undefined ? '' : `${subject.detection.wire.id}.`
  return {
    incidents: incidents.map(({ id, projectName, owner, title, brief, sentence, kind, onset, ...one }) => ({
      ...{ id: prefix + id, projectName, owner, title, brief, sentence, kind, onset },
      ...{ end: one.end, durationMs: durations.get(id) ?? 0, state: one.state, val: one.val, findings: one.findings },
    })),
    total,
  }
}

/** They come by severity already. */
function listDetected({ wire, stepMs }: ReportedDetection, { from, to }: Span) {
  const touching = wire.incidents.filter(({ start, end }) => start < to && end + stepMs > from)
  const incidents = touching.slice(0, mostIncidents).map((one) => {
    const isOpen = one.state === 'open'
    return {
      ...{ id: one.id, projectName: '', owner: wire.ownerUserName ?? '', title: one.title, brief: one.brief },
      ...{ sentence: one.sentence, kind: one.kind, onset: one.start, end: isOpen ? null : one.end + stepMs },
      state: isOpen ? ('open' as const) : ('resolved' as const),
      ...{ val: one.val, findings: one.periodIds.length + one.gapNumbers.length },
    }
  })
  return { incidents, total: touching.length }
}
