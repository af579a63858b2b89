import type { LogLayout } from './find-log-layout.ts'
import { splitFields } from './split-fields.ts'

/** What a header says beside the time: the level in lower case, who wrote the line, and on which host. */
export type HeaderFacts = { readonly level?: string; readonly source?: string; readonly host?: string }

/** A regular expression would take a quadratic number of steps for many brackets before a letter. */
function trimmed(text: string): string {
  let end = text.length
  while (end > 0 && '])>:,'.includes(text[end - 1]!)) end--
  return text.slice(/^[[<(]/.test(text) ? 1 : 0, end)
}

/** Level and source (the tag without its process number, or the component) of a line whose message begins at `messageAt`. */
export function readHeaderFacts(line: string, layout: LogLayout, messageAt: number): HeaderFacts {
  const header = line.slice(0, messageAt)
  if (layout.kind === 'pipes') {
    const cells = header.split('|')
    return cells[1] ? { source: cells[1].trim() } : {}
  }
  if (layout.kind === 'bare') return {}
  const fields = splitFields(header, layout.kinds.length)
  const textAt = (i: number): string => header.slice(fields[i]?.start, fields[i]?.end)
  const levelAt = layout.kinds.indexOf('level')
  const level = levelAt >= 0 && fields[levelAt] ? trimmed(textAt(levelAt)).toLowerCase() : undefined
  const source = sourceOf(layout.kinds, fields.length, textAt)
  const host = hostOf(layout.kinds, fields.length, textAt)
  const found = { ...(level !== undefined && { level }), ...(source !== undefined && { source }) }
  return host === undefined ? found : { ...found, host }
}

/** As syslog has it: the word between the time and the tag. */
function hostOf(kinds: readonly string[], count: number, textAt: (i: number) => string): string | undefined {
  const at = kinds.indexOf('tag') - 1
  const isHost = at > 0 && at < count - 1 && kinds[at] === 'word' && kinds[at - 1] === 'time'
  return isHost ? textAt(at) : undefined
}

function sourceOf(kinds: readonly string[], count: number, textAt: (i: number) => string): string | undefined {
  const levelAt = kinds.indexOf('level')
  const tagAt = kinds.indexOf('tag')
  const wordAt = kinds.findIndex((kind, i) => i > levelAt && kind === 'word')
  const at = tagAt >= 0 ? tagAt : wordAt
  if (at < 0 || at >= count) return undefined
  return trimmed(textAt(at)).replace(/\[\d*$/, '') || undefined
}
