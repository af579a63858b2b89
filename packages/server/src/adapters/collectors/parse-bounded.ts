import { CollectorError } from '../../ports/collector.ts'

/** No provider nests as deep, or says as much at once: beyond it, parsing would take gigabytes and stop the server for minutes. */
const DEEPEST = 64
const MAX_VALUES = 4_000_000

/** The value of a JSON text. Throws `SyntaxError`, or `CollectorError` where it has more than an answer may have. */
export function parseBounded(text: string): unknown {
  requireModest(text)
  return JSON.parse(text)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

function requireModest(text: string): void {
  let depth = 0
  let values = 1
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === COMMA) values++
    else if (OPENING.has(code)) {
      depth++
      values++
    } else if (CLOSING.has(code)) depth--
    if (depth > DEEPEST) throw new CollectorError('badAnswer', { providerText: `It is nested deeper than ${DEEPEST}.` })
    if (values > MAX_VALUES)
      throw new CollectorError('tooMuch', { providerText: `The answer has more than ${MAX_VALUES} values.` })
  }
}
