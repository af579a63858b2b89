import type { CollectWindow } from '../../../ports/collector.ts'

export type WindowBound = 'from' | 'to' | 'step'

/** What is not to be looked into: texts, quoted names, comments, and dollar-quoted texts of PostgreSQL. */
const QUOTED = String.raw`'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"|${'`'}[^${'`'}]*${'`'}|--[^\n]*|/\*[\s\S]*?\*/|(\$\w*\$)[\s\S]*?\1`
const token = new RegExp(String.raw`${QUOTED}|\$(from|to|step)\b`, 'g')

/** Replaces `$from`, `$to` and `$step` by what the database calls a parameter. A semicolon at the end is dropped. */
export function bindWindow(query: string, parameterOf: (bound: WindowBound) => string): string {
  const text = query.trim().replace(/;+$/, '')
  return text.replace(token, (whole, _tag: string | undefined, bound: WindowBound | undefined) =>
    bound === undefined ? whole : parameterOf(bound),
  )
}

/** Times without a zone: sessions are in UTC. */
export function boundValue(bound: WindowBound, { from, to, stepMs }: CollectWindow): string {
  if (bound === 'step') return String(Math.round(stepMs / 1000))
  return new Date(bound === 'from' ? from : to).toISOString().replace('T', ' ').replace('Z', '')
}
