import { expect, it } from 'vitest'
import { readLogDocument } from './log-document.ts'

const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)

it.each([
  ['an attribute', { message: 'paid', order: 7, deep }],
  ['a document that is its own line', { order: 7, deep }],
])('reads %s that lies thousands of levels deep as far as it goes', (_, document) => {
  const { line, attributes } = readLogDocument(document)
  expect(`${line}${JSON.stringify(attributes)}`).toContain('7')
  expect(`${line}${JSON.stringify(attributes)}`.length).toBeLessThan(300)
})
