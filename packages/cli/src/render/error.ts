import type { ErrorReport } from '../report-error.ts'
import { plain } from './display-width.ts'
import type { Paint } from './paint.ts'

/** A failure for a person: what happened, where, what to do. */
export function renderError({ message, details = [], hint, requestId, code }: ErrorReport, paint: Paint): string {
  const places = details.map(({ field, line, column, name, message: fault }) => {
    const place = [field, line && `line ${line}`, column && `column ${column}`, name].filter(Boolean).join(', ')
    const isSaid = fault.toLowerCase().replace(/\.$/, '') === message.toLowerCase().replace(/\.$/, '')
    return `  ${plain([place, isSaid ? '' : fault].filter((part) => part !== '').join(': '))}`
  })
  const trace = requestId && code === 'INTERNAL' ? [paint.dim(`Request ${requestId}; the server's log says more.`)] : []
  return [
    `${paint.red('omen:')} ${sentence(plain(message))}`,
    ...places,
    ...(hint ? [plain(hint)] : []),
    ...trace,
  ].join('\n')
}

function sentence(text: string): string {
  return /[.!?。！？]$/.test(text) ? text : `${text}.`
}

/** A failure for a program. */
export function errorJson({ exitCode, ...report }: ErrorReport): string {
  return JSON.stringify({ success: false, ...report, exitCode })
}
