import { version } from '../version.ts'
import type { GateReport, ReportedCase, ReportedFinding } from './report.ts'

type Level = 'error' | 'warning' | 'note'

/**
 * SARIF 2.1.0 (OASIS): a result for each finding, an error where its file breaks the build, else a warning from severity
 * 5; what could not be read at all is a notification of a run that did not succeed, and a remark is a warning.
 */
export function sarif({ command, cases, gate }: GateReport): string {
  const ruleIds = [...new Set(cases.flatMap(({ findings }) => findings.map(({ rule }) => rule)))].sort()
  const failed = cases.filter(({ error }) => error)
  const driver = {
    name: 'omen',
    version,
    rules: ruleIds.map((id) => ({ id, shortDescription: { text: `Omen: ${id}` } })),
  }
  const run = {
    tool: { driver },
    invocations: [
      {
        commandLine: command,
        executionSuccessful: failed.length === 0,
        toolExecutionNotifications: [
          ...failed.map(({ error, path }) => notification('error', error!.message, path)),
          ...cases.flatMap(({ notes = [], path }) => notes.map((note) => notification('warning', note, path))),
        ],
      },
    ],
    results: cases.flatMap((one) => one.findings.map((finding) => resultOf(one, finding))),
    ...(gate && { properties: { failOn: gate } }),
  }
  const document = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }
  return JSON.stringify(document, null, 2)
}

function notification(level: Level, text: string, path: string | undefined): object {
  return { level, message: { text }, ...(path !== undefined && { locations: [location(path, 1)] }) }
}

function resultOf({ path, name, isFailing, url }: ReportedCase, finding: ReportedFinding): object {
  const { rule, message, severity, line, start, end, series } = finding
  const level: Level = isFailing ? 'error' : (severity ?? 0) >= 5 ? 'warning' : 'note'
  return {
    ruleId: rule,
    level,
    message: { text: message === '' ? rule : message },
    locations: [location(path ?? name, line ?? 1)],
    ...(url !== undefined && { hostedViewerUri: url }),
    properties: { severity, start, end, series },
  }
}

function location(path: string, startLine: number): object {
  const uri = path.split('/').map(encodeURIComponent).join('/')
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine } } }
}
