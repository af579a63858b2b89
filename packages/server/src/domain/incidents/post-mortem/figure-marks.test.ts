import { expect, it } from 'vitest'
import { type Figure, partsOfText } from './figure-marks.ts'
import { chartMark, escapeMarkdown, unescapeMarkdown } from './markdown.ts'

const figures = (text: string): Figure[] =>
  partsOfText(text).flatMap((part) => (part.kind === 'figure' ? [part.figure] : []))
const joined = (text: string): string =>
  partsOfText(text)
    .map((part) => (part.kind === 'text' ? part.text : `![${part.alt}](${part.address})`))
    .join('')

it('finds a chart by its mark, whatever its series is called', () => {
  const figure = { seriesId: "cpu)('![x](y)*<b>[node 3]", from: 5, to: 9 }
  const text = `Before\n\n${chartMark('cpu [on] <b>node3</b>', figure)}\n\nafter`
  expect(figures(text)).toEqual([figure])
  expect(partsOfText(text).map(({ kind }) => kind)).toEqual(['text', 'figure', 'text'])
  expect(joined(text)).toBe(text)
  expect(figures('![a](omen:series?id=a&from=1&to=2 "A title")')).toEqual([{ seriesId: 'a', from: 1, to: 2 }])
})

it('leaves marks that are escaped, in code or without a time, and other pictures, as text', () => {
  const mark = '![a](omen:series?id=a&from=1&to=2)'
  for (const text of [
    ...[`\\${mark}`, `\`\`\`\n${mark}\n\`\`\`\n`, `~~~~\n~~~\n${mark}\n~~~~`, escapeMarkdown(mark)],
    ...['![a](omen:series?id=a&from=2&to=2)', '![a](omen:series?id=a&from=x&to=2)', '![a](https://example.com/a.png)'],
    ...['![a](omen:series?id=a&from=0&to=9e99)', '![a](omen:series?from=1&to=2)'],
  ]) {
    expect(figures(text)).toEqual([])
    expect(joined(text)).toBe(text)
  }
  expect(figures(`\`\`\`\ncode\n\`\`\`\n${mark}`)).toHaveLength(1)
})

it('reads an escaped name as what it was', () => {
  const name = 'node1 <img src=x onerror="1"> [a](http://b) \\ `*_~|#& done'
  expect(unescapeMarkdown(escapeMarkdown(name))).toBe(name)
})
