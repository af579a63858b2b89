import { readVariables } from '@omen/engine'
import type { LogVariable } from '../../schema/wire-types.ts'

const kinds: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['time', /^\d{4}-\d\d-\d\d|^\d{1,2}:\d\d:\d\d/],
  ['address', /^\[?(?:\d{1,3}\.){3}\d{1,3}\]?(?::\d+)?$|^[\da-f]*:[\da-f:]+:[\da-f]*$/i],
  ['size', /^\d+(?:\.\d+)?\s?(?:[kmgt]i?b|bytes?)$/i],
  ['duration', /^\d+(?:\.\d+)?\s?(?:ns|us|µs|ms|s|sec|min|h)$/i],
  ['number', /^[-+]?\d+(?:[.,]\d+)*%?$/],
  ['id', /^(?:0x)?[\da-f]{6,}$|^[\da-f]{8}-[\da-f]{4}-|^\w*\d\w*[-_]\w*\d\w*$/i],
  ['path', /^(?:[a-z]+:\/)?\/|\\\w/i],
]
const durations = /^(?:ns|us|µs|ms|s|sec|seconds?|min|minutes?|h|hours?)$/i
const sizes = /^(?:[kmgt]i?b|b|bytes?)$/i
const unitAfter = /^\s?(ns|us|µs|ms|s|sec|seconds?|min|minutes?|[kmgt]i?b|bytes?|%)(?![\w%])/i
const keyBefore = /([A-Za-z_][\w.-]{0,39})["']?\s?[=:]\s?["'([]?$/
const statusBefore = /(?:status|code|HTTP\/\d(?:\.\d)?"?)\s?$/i
const mostCharacters = 200

/** What stands in the places of a template, by what is around it and by the values of an example. */
export function nameVariables(text: string, example: string): LogVariable[] {
  const pieces = text.split('<*>')
  const values = valuesOf(text, pieces, example)
  return pieces.slice(1).map((after, k): LogVariable => {
    const before = pieces[k]!
    const value = (values[k] ?? '').slice(0, mostCharacters)
    const unit = unitAfter.exec(after)?.[1]
    return { name: nameOf(before, value, unit), ...(unit !== undefined && { unit }), example: value }
  })
}

function nameOf(before: string, value: string, unit: string | undefined): string {
  const key = keyBefore.exec(before)?.[1]
  if (key !== undefined) return key
  if (statusBefore.test(before) && /^\d{3}$/.test(value)) return 'status'
  const kind = kinds.find(([, pattern]) => pattern.test(value))?.[0] ?? 'word'
  if (kind !== 'number' || unit === undefined) return kind
  if (durations.test(unit)) return 'duration'
  return sizes.test(unit) ? 'size' : 'number'
}

/** The example may have a header before its message, and lines that go on behind it. */
function valuesOf(text: string, pieces: readonly string[], example: string): readonly string[] {
  const [first = ''] = pieces
  for (let at = first === '' ? 0 : example.indexOf(first); at >= 0; at = example.indexOf(first, at + 1)) {
    const message = example.slice(at)
    const values = readVariables(text, message) ?? readVariables(text, message.split('\n', 1)[0]!)
    if (values) return values
    if (first === '') break
  }
  return []
}
