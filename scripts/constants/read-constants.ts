import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export type Constant = {
  /** Of the source file, below the folder that was read. */
  readonly file: string
  readonly name: string
  /** The source of its value, on one line and without comments; numbers as they are written where it has none. */
  readonly value: string
  /** Its doc comment, on one line; empty where it has none. */
  readonly meaning: string
}

const upperCase = /^[A-Z][A-Z0-9_]*$/

/** The constants of all sources below a folder, by path and place; tests and test doubles are left out. */
export function readConstants(folder: string): Constant[] {
  return globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'))
    .sort()
    .flatMap((file) => parseConstants(file, readFileSync(join(folder, file), 'utf8')))
}

/** Top-level constants of a source: all that are named in capitals, and others of which the value holds a number. */
export function parseConstants(file: string, text: string): Constant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const printer = ts.createPrinter({ removeComments: true })
  return source.statements.filter(isConstStatement).flatMap((statement) =>
    statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!ts.isIdentifier(name) || initializer === undefined) return []
      if (!upperCase.test(name.text) && !holdsNumber(initializer)) return []
      const written = initializer.getText(source)
      const mayHoldComment = written.includes('//') || written.includes('/*')
      const value = oneLine(
        mayHoldComment ? printer.printNode(ts.EmitHint.Expression, initializer, source) : written,
      ).replace(/ as const$/, '')
      return [{ file, name: name.text, value, meaning: docComment(statement) }]
    }),
  )
}

function isConstStatement(statement: ts.Statement): statement is ts.VariableStatement {
  return ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
}

/** Whether a value is a number or is put together from some; what functions and patterns hold does not count. */
function holdsNumber(node: ts.Node): boolean {
  if (ts.isNumericLiteral(node)) return true
  if (ts.isPropertyAccessExpression(node) && /^Math\.[A-Z]/.test(node.getText())) return true
  if (ts.isFunctionLike(node) || ts.isNewExpression(node) || ts.isElementAccessExpression(node)) return false
  return ts.forEachChild(node, (child) => holdsNumber(child) || undefined) ?? false
}

function docComment(statement: ts.VariableStatement): string {
  const docs = ts.getJSDocCommentsAndTags(statement).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
  return oneLine(docs.join(' '))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
