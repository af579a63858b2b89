import type { GateReport, ReportedCase, ReportedFinding } from './report.ts'

/** JUnit XML: a test case for each file or check, which fails where it breaks the build, with its findings as the text. */
export function junit({ command, cases, gate }: GateReport): string {
  const failures = cases.filter((one) => one.isFailing && !one.error).length
  const errors = cases.filter(({ error }) => error).length
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="omen" ${counts}>`,
    `  <testsuite name="${escapeXml(command)}" ${counts} skipped="0" time="0">`,
    ...cases.map((one) => testCase(one, command, gate?.rule ?? 'any')),
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function testCase(
  { name, findings, isFailing, error, notes = [], url }: ReportedCase,
  command: string,
  rule: string,
): string {
  const head = `    <testcase classname="${escapeXml(command)}" name="${escapeXml(name)}" time="0"`
  const text = escapeXml([...findings.map(lineOf), ...notes, ...(url === undefined ? [] : [url])].join('\n'))
  if (error) {
    const { code, message } = error
    return `${head}>\n      <error type="${escapeXml(code)}" message="${escapeXml(message)}"/>\n    </testcase>`
  }
  if (isFailing) {
    const message = escapeXml(findings[0] ? findings[0].message : rule)
    return `${head}>\n      <failure type="${escapeXml(rule)}" message="${message}">${text}</failure>\n    </testcase>`
  }
  return text === '' ? `${head}/>` : `${head}>\n      <system-out>${text}</system-out>\n    </testcase>`
}

function lineOf({ rule, severity, message, start, line }: ReportedFinding): string {
  const mark = severity === undefined ? rule : `${rule}, severity ${severity.toFixed(1)}`
  const where = start === undefined ? line && `line ${line}` : new Date(start).toISOString()
  return [where, mark, message].filter(Boolean).join(': ')
}

/** Text for XML 1.0: markup is escaped, and characters that XML cannot hold are replaced. */
function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids exactly these, even escaped.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '�')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\n', '&#10;')
  )
}
