import type { Node } from 'yaml'
import type { AlertConfig } from './config.ts'
import type { ConfigReader } from './config-node.ts'
import { listOf, readBoolean, readNumber, readTexts } from './read-values.ts'
import { alertRules } from './value-rules.ts'

const alertNames = [
  ...['pvalue-email', 'cvalue-email', 'minAnomalyRatioFilter', 'recipients', 'quietMinutes', 'onlyWithCause'],
  ...['sendsRecovery', 'escalateMinutes', 'thresholds', 'calendars', 'predictionHours'],
]
const thresholdNames = ['metric', 'alertAbove', 'alertBelow', 'ignoreBelow', 'ignoreAbove', 'direction', 'kpi']
const calendarNames = ['name', 'selector', 'rrule', 'durationMinutes', 'timeZone', 'hideAlerts', 'skipLearning']
const neededOfCalendar = ['rrule', 'durationMinutes', 'timeZone']

/** The alert settings of a project. */
export function readAlerts(reader: ConfigReader, node: Node | null | undefined): AlertConfig | undefined {
  if (node === undefined || node === null) return undefined
  const fields = reader.fields(node, 'alerts', alertNames)
  return Object.fromEntries([...fields].map(([name, value]) => [name, readAlert(reader, value, name)])) as AlertConfig
}

function readAlert(reader: ConfigReader, node: Node | null, name: string): unknown {
  const rule = alertRules[name]
  if (rule) return readNumber(reader, node, { name, rule })
  switch (name) {
    case 'recipients':
      return readTexts(reader, node, name) ?? []
    case 'thresholds':
      return readMaps(reader, node, { what: 'a threshold', known: thresholdNames, required: ['metric'] })
    case 'calendars':
      return readMaps(reader, node, { what: 'a calendar', known: calendarNames, required: neededOfCalendar })
    default:
      return readBoolean(reader, node, name)
  }
}

interface MapRules {
  readonly what: string
  readonly known: readonly string[]
  readonly required: readonly string[]
}

function readMaps(reader: ConfigReader, node: Node | null, { what, known, required }: MapRules): unknown[] {
  return listOf(reader, node, `${what.slice(2)}s`).map((one) => {
    const fields = reader.fields(one, what, known)
    for (const name of required) if (!fields.has(name)) reader.fault(one, `${name} of ${what} is missing`)
    return reader.value(one)
  })
}
