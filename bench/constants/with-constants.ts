import { resolve } from 'node:path'
import ts from 'typescript'

/** The folder that the files of choices lie below. */
export const engineSources: string = resolve(import.meta.dirname, '../../packages/engine/src')

/** Another value of a constant of the engine. */
export type Override = {
  /** Below the engine's sources. */
  readonly file: string
  readonly name: string
  /** The source of its initializer, or what becomes of that. */
  readonly value: string | ((source: string) => string)
}

/** A source with some of its top-level constants replaced, one after another. Throws Error for one that it does not have. */
export function withConstants(text: string, overrides: readonly Override[]): string {
  return overrides.reduce((changed, { name, value }) => {
    const { start, end } = placeOf(changed, name)
    const former = changed.slice(start, end)
    return changed.slice(0, start) + (typeof value === 'string' ? value : value(former)) + changed.slice(end)
  }, text)
}

function placeOf(text: string, name: string): { start: number; end: number } {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name: found, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(found) && found.text === name && initializer !== undefined)
        return { start: initializer.getStart(source), end: initializer.getEnd() }
  }
  throw new Error(`no constant ${name} is there`)
}
