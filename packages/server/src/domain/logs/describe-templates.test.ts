import { expect, it } from 'vitest'
import { nameVariables } from './describe-templates.ts'

const names = (text: string, example: string) => nameVariables(text, example).map(({ name, unit }) => unit ?? name)

it.each([
  ['order <*> took <*> ms', '2026-01-01 INFO order 7 took 12 ms', ['number', 'ms']],
  ['user=<*> from <*>', 'user=root from 10.0.0.7:80', ['user', 'address']],
  ['GET <*> HTTP/1.1 <*>', 'GET /a/b HTTP/1.1 404', ['path', 'status']],
  ['took <*>, freed <*>', 'took 12ms, freed 7MB', ['duration', 'size']],
  ['at <*> job <*> of <*>', 'at 10:11:12 job 0x7fa0b2 of shop', ['time', 'id', 'word']],
  ['a <*>', 'nothing that fits', ['word']],
  ['no variable', 'no variable', []],
])('names the places of %j', (text, example, expected) => {
  expect(names(text, example)).toEqual(expected)
})

it('gives the value of the example, behind any header', () => {
  expect(nameVariables('job <*> done', 'host job: job 7 done\n  at a').map(({ example }) => example)).toEqual(['7'])
})
