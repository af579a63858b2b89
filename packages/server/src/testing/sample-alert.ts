import type { AlertMessage } from '../schema/wire-types.ts'

type Incident = AlertMessage['incidents'][number]

export function sampleIncident(changes: Partial<Incident> = {}): Incident {
  return {
    incidentId: 'inc1',
    sentence: { en: 'cpu on node4 reached 98, usually 20', 'zh-CN': 'node4 的 cpu 升至 98，通常为 20' },
    start: Date.UTC(2026, 10, 23, 9),
    end: null,
    severity: 8.4,
    series: [{ metric: 'cpu', instance: 'node4', since: Date.UTC(2026, 10, 23, 9), value: 98, expected: 20 }],
    ...changes,
  }
}

export function sampleAlert(changes: Partial<AlertMessage> = {}): AlertMessage {
  const incidents = changes.incidents ?? [sampleIncident()]
  return {
    kind: 'opened',
    projectName: 'shop',
    timeZone: 'Europe/Berlin',
    at: Date.UTC(2026, 10, 23, 9, 5),
    incidentsTotal: incidents.length,
    ...changes,
    incidents,
  }
}
