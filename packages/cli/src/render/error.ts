import type { ErrorReport } from '../results/outcome.ts'
import type { Paint } from './paint.ts'
import { plain } from './plain.ts'

/** A failure as text: what happened, where, what to do. */
export function renderError({ message, details = [], hint, requestId, code }: ErrorReport, paint: Paint): string {
  const positions = details.map(({ field, line, column, name, message: fault }) => {
    const position = [field, line && `line ${line}`, column && `column ${column}`, name].filter(Boolean).join(', ')
    return `  ${plain([position, isRepeatedIn(fault, message) ? '' : fault].filter((part) => part !== '').join(': '))}`
  })
  const trace = requestId && code === 'INTERNAL' ? [paint.dim(`Request ${requestId}; the server's log says more.`)] : []
  return [
    `${paint.red('omen:')} ${sentence(plain(message))}`,
    ...positions,
    ...(hint ? [plain(hint)] : []),
    ...trace,
  ].join('\n')
}

/** Whether a detail only repeats the message, or what stands in it after the name of a file. */
export function isRepeatedIn(detail: string, message: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/\.$/, '')
  return bare(detail) === bare(message) || bare(message).endsWith(`: ${bare(detail)}`)
}

function sentence(text: string): string {
  return /[.!?。！？]$/.test(text) ? text : `${text}.`
}

/** A failure as JSON. */
export function errorJson({ exitCode, ...report }: ErrorReport): string {
  return JSON.stringify({ success: false, ...report, exitCode })
}
