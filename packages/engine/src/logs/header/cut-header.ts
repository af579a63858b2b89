import { kindOf } from './field.ts'
import type { LogLayout } from './find-log-layout.ts'
import { endOfField, skipBlanks, splitFields } from './split-fields.ts'

const looseTag = /^[^\s:[\]]{1,120}(?: [^\s:[\]]{1,60}){0,2}(?:\[\d{1,12}\])?(?: \([^)]{0,160}\))?:(?=\s|$)/
/** Characters that are searched for the end of a tag. */
const maxTag = 400
/** Fields behind the header that are searched for a dash. */
const dashReach = 4
const colon = 58

/** Where the message of a line begins: 0 for a bare line, -1 when the line lacks the header that the layout asks for. */
export function cutHeader(line: string, layout: LogLayout): number {
  if (layout.kind === 'bare') return 0
  if (layout.kind === 'pipes') return cutPipes(line, layout.count)
  const { kinds, tagged, dashed } = layout
  const proof = kinds.findIndex((kind) => kind === 'time' || kind === 'level')
  let at = skipBlanks(line, 0)
  let start = at
  let end = at
  for (let i = 0; i < kinds.length; i++) {
    if (at >= line.length) return -1
    start = at
    end = endOfField(line, at)
    at = skipBlanks(line, end)
    if (i === proof && kindOf(line.slice(start, end)) !== kinds[i]) return -1
  }
  if (tagged && (line.charCodeAt(end - 1) !== colon || line.charCodeAt(start) === 91)) return cutLooseTag(line, start)
  return dashed ? cutDash(line, at) : at
}

/** A tag of several words, or with something in parentheses behind it; without one the message begins here. */
function cutLooseTag(line: string, start: number): number {
  const match = looseTag.exec(line.slice(start, start + maxTag))
  return match ? skipBlanks(line, start + match[0].length) : start
}

function cutDash(line: string, from: number): number {
  const rest = line.slice(from, from + maxTag)
  const dash = splitFields(rest, dashReach).find(({ start, end }) => end - start === 1 && rest[start] === '-')
  return dash ? skipBlanks(line, from + dash.end) : from
}

function cutPipes(line: string, count: number): number {
  let at = -1
  for (let i = 0; i < count; i++) {
    at = line.indexOf('|', at + 1)
    if (at < 0) return -1
  }
  return at + 1
}
