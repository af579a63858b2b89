const NAMES: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
const UNSHOWN = new Set(['level', 'time', 'pid', 'hostname', 'reqId', 'msg', 'err', 'method', 'path', 'status', 'ms'])

interface Entry extends Record<string, unknown> {
  level: number
  time: number
  msg?: string
  err?: { stack?: string }
}

/** One log entry formatted for a terminal, in local time. */
export function terminalLine(json: string): string {
  const entry = JSON.parse(json) as Entry
  const time = new Date(entry.time).toTimeString().slice(0, 8)
  const level = entry.level === 30 ? '' : ` ${NAMES[entry.level] ?? entry.level}`
  const rest = Object.entries(entry)
    .filter(([name]) => !UNSHOWN.has(name))
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const fault = entry.err?.stack ? `\n${entry.err.stack}` : ''
  return `${time}${level} ${subjectOf(entry)}${rest.join('')}${fault}`
}

function subjectOf(entry: Entry): string {
  if (entry.msg !== 'request') return entry.msg ?? ''
  return `${entry.method} ${entry.path} ${entry.status} ${entry.ms} ms`
}
