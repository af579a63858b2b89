import { expect, test } from 'vitest'
import { badgeSvg } from './badge.ts'

const BADGE = { text: 'severity 7.2', ground: '#f00', ink: '#000' }

test('names and figures are text, whatever stands in them', () => {
  const svg = badgeSvg({ ...BADGE, label: '<script>"&\u0001' })
  expect(svg).not.toContain('<script>')
  expect(svg).toContain('&lt;script&gt;&quot;&amp; ')
})

test('a long name is cut, and read aloud as a whole', () => {
  const label = 'n'.repeat(100)
  const svg = badgeSvg({ ...BADGE, label })
  expect(svg).toContain(`<title>${label}: severity 7.2</title>`)
  expect(svg).toContain(`>${'n'.repeat(39)}…</text>`)
})
