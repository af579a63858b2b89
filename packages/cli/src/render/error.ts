import type { ErrorReport } from '../report-error.ts'
import { plain } from './display-width.ts'
import type { Paint } from './paint.ts'

/** A failure for a person: what happened, where, what to do. */
export function renderError({ message, details = [], hint, requestId, code }: ErrorReport, paint: Paint): string {
  const places = details.map(({ field, line, column, name, message: fault }) => {
    const place = [field, line && `line ${line}`, column && `column ${column}`, name].filter(Boolean).join(', ')
    return `  ${plain([place, isSaidBy(fault, message) ? '' : fault].filter((part) => part !== '').join(': '))}`
  })
  const trace = requestId && code === 'INTERNAL' ? [paint.dim(`Request ${requestId}; the server's log says more.`)] : []
  return [
    `${paint.red('omen:')} ${sentence(plain(message))}`,
    ...places,
    ...(hint ? [plain(hint)] : []),
    ...trace,
  ].join('\n')
}

/** Whether a detail only says again what the message does. */
export function isSaidBy(detail: string, message: string): boolean {
  const bare = (text: string) => text.toLowerCase().replace(/\.$/, '')
  return bare(detail) === bare(message)
}

function sentence(text: string): string {
  return /[.!?。！？]$/.test(text) ? text : `${text}.`
}

/** A failure for a program. */
export function errorJson({ exitCode, ...report }: ErrorReport): string {
  return JSON.stringify({ success: false, ...report, exitCode })
}
