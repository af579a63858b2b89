import type { IncidentDetail } from '@omen/sdk'
import { z } from 'zod'
import { answerList, answerOf, partFrom } from '../answer.ts'
import { degreeOf } from '../severity.ts'
import { iso, isoOrNull } from '../times.ts'
import { defineTool, type Tool } from '../tool.ts'
import { incidentLink } from './incidents.ts'
import { cursorInput } from './projects.ts'

const incidentInput = z
  .string()
  .min(1)
  .max(200)
  .describe('id of an incident; <detection>.<incident> for an uploaded file')
const FEW = { causes: 5, changes: 5, timeline: 12, similar: 3, edges: 6, lines: 5 }

export const explainIncident: Tool = defineTool({
  name: 'explain_incident',
  title: 'Why an incident happened',
  description:
    'An incident with what moved first: ranked causes each with why it ranks there, changes before it, timeline by onset, what usually moves before what, the newest kinds of log lines, and similar incidents with what was done then.',
  input: z.object({ incident: incidentInput }),
  async run(ctx, { incident: id }) {
    const detail = await ctx.omen.incidents.get(id)
    const { incident, decision, causesState, retention, instances, seriesTotal } = detail
    return answerOf({
      incident: incident.id,
      project: incident.projectName,
      title: incident.title,
      sentence: incident.sentence,
      severity: degreeOf(incident),
      state: incident.state,
      family: incident.family,
      onset: iso(incident.onset),
      end: isoOrNull(incident.end),
      note: decision.note,
      instances: instances.slice(0, 10),
      series: seriesTotal,
      causesAre: causesState,
      ...evidenceOf(detail),
      ...(retention.sentence !== null && { retention: retention.sentence }),
      link: incidentLink(ctx, incident.id),
    })
  },
})

function evidenceOf({ causes, changes, timeline, graph, logs, similar }: IncidentDetail): object {
  return {
    causes: causes.slice(0, FEW.causes).map(({ rank, kind, seriesId, role, sentence, onset, share, deviation }) => ({
      rank,
      kind,
      series: seriesId,
      role,
      why: sentence,
      onset: iso(onset),
      support: share,
      deviation,
    })),
    changes: changes.slice(0, FEW.changes).map(({ rank, kind, at, leadMs, title, role }) => ({
      rank,
      kind,
      at: iso(at),
      leadMs,
      title,
      role,
    })),
    timeline: timeline.slice(0, FEW.timeline).map(({ lane, at, name, text }) => ({ lane, at: iso(at), name, text })),
    movedBefore: graph.edges
      .slice(0, FEW.edges)
      .map(({ from, to, times, of, lagMs }) => ({ from, to, times, of, lagMs })),
    newLines: logs.lines
      .filter(({ isNew }) => isNew)
      .slice(0, FEW.lines)
      .map(({ time, instance, line }) => ({ time: iso(time), instance, line })),
    similar: similar.slice(0, FEW.similar).map(({ id, title, onset, similarity, shared, done }) => ({
      incident: id,
      title,
      onset: iso(onset),
      similarity,
      shared,
      done,
    })),
  }
}

export const incidentLogs: Tool = defineTool({
  name: 'incident_logs',
  title: 'Log lines around an incident',
  description:
    'Log lines around the onset of an incident by time, at most 500; those of a kind never seen before are marked.',
  input: z.object({ incident: incidentInput, cursor: cursorInput }),
  async run(ctx, { incident, cursor }) {
    const { logs } = await ctx.omen.incidents.get(incident)
    const part = partFrom(cursor, logs.lines)
    return answerList({
      ...part,
      head: { incident, from: iso(logs.from), to: iso(logs.to), link: incidentLink(ctx, incident) },
      name: 'lines',
      items: part.items.map(({ time, instance, service, severity, line, isNew }) => ({
        time: iso(time),
        instance,
        service,
        severity,
        isNew,
        line,
      })),
    })
  },
})
