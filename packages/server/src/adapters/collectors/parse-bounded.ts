import { CollectorError } from '../../ports/collector.ts'

/** No provider nests as deep, or says as much at once: beyond it, parsing would take gigabytes and stop the server for minutes. */
const deepest = 64
const maxValues = 4_000_000

/** The value of a JSON text. Throws `SyntaxError`, or `CollectorError` where it has more than an answer may have. */
export function parseBounded(text: string): unknown {
  requireModest(text)
  return JSON.parse(text)
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

function requireModest(text: string): void {
  let depth = 0
  let values = 1
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isText) {
      if (code === backslash) at++
      else if (code === quote) isText = false
    } else if (code === quote) isText = true
    else if (code === comma) values++
    else if (opening.has(code)) {
      depth++
      values++
    } else if (closing.has(code)) depth--
    if (depth > deepest) throw new CollectorError('badAnswer', { providerText: `It is nested deeper than ${deepest}.` })
    if (values > maxValues)
      throw new CollectorError('tooMuch', { providerText: `The answer has more than ${maxValues} values.` })
  }
}
