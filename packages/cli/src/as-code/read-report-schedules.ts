import { email } from '@omen/sdk/rules'
import type { Node } from 'yaml'
import type { ReportScheduleConfig } from './config.ts'
import type { ConfigReader } from './config-node.ts'
import { listOf, oneOf, readNumber, readTexts, readTimeZone } from './read-values.ts'
import { HOUR_RULE } from './value-rules.ts'

const NAMES = ['every', 'projects', 'recipients', 'hour', 'timeZone', 'locale']
const PERIODS = ['day', 'week', 'month']
const LOCALES = ['en', 'zh-CN']
const MAX_SCHEDULES = 50

/** The reports that are mailed on a schedule. */
export function readReportSchedules(reader: ConfigReader, node: Node | null | undefined): ReportScheduleConfig[] {
  const schedules = listOf(reader, node, 'reportSchedules').map((one) => readSchedule(reader, one))
  const seen = new Set<string>()
  for (const { schedule, node } of schedules) {
    const { line: _, ...content } = schedule
    const key = JSON.stringify(content)
    if (seen.has(key)) reader.fault(node, 'this report schedule stands twice')
    seen.add(key)
  }
  return schedules.map(({ schedule }) => schedule)
}

function readSchedule(reader: ConfigReader, node: Node | null) {
  const fields = reader.fields(node, 'a report schedule', NAMES)
  const has = (name: string) => fields.has(name)
  for (const name of ['every', 'recipients'])
    if (!has(name)) reader.fault(node, `${name} of a report schedule is missing`)
  const schedule: ReportScheduleConfig = {
    every: oneOf(reader, fields.get('every'), 'every', PERIODS) as ReportScheduleConfig['every'],
    projectNames: readProjects(reader, fields.get('projects')),
    recipients: readRecipients(reader, fields.get('recipients')),
    ...(has('hour') && {
      hour: readNumber(reader, fields.get('hour'), { name: 'hour', rule: HOUR_RULE }) as number,
    }),
    ...(has('timeZone') && { timeZone: readTimeZone(reader, fields.get('timeZone')) }),
    ...(has('locale') && {
      locale: oneOf(reader, fields.get('locale'), 'locale', LOCALES) as ReportScheduleConfig['locale'],
    }),
    line: reader.lineOf(node),
  }
  return { schedule, node }
}

/** `all` as well where they are omitted. */
function readProjects(reader: ConfigReader, node: Node | null | undefined): string[] | null {
  if (node === undefined || reader.value(node) === 'all') return null
  const projects = readTexts(reader, node, 'projects') ?? []
  if (projects.length === 0) reader.fault(node, 'projects must name one at least, or be all')
  if (projects.length > MAX_SCHEDULES) reader.fault(node, `projects must be ${MAX_SCHEDULES} at most`)
  return projects
}

/** Each once, in lower case. */
function readRecipients(reader: ConfigReader, node: Node | null | undefined): string[] {
  if (node === undefined) return []
  const recipients = readTexts(reader, node, 'recipients') ?? []
  if (recipients.length === 0) reader.fault(node, 'recipients must be one at least')
  if (recipients.length > MAX_SCHEDULES) reader.fault(node, `recipients must be ${MAX_SCHEDULES} at most`)
  for (const one of recipients) if (!email.test(one)) reader.fault(node, `${one} in recipients is no e-mail address`)
  return [...new Set(recipients.map((one) => one.toLowerCase()))].sort()
}
