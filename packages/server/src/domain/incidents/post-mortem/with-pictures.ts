import type { Locale } from '../../errors.ts'
import { partsOfText } from './figure-marks.ts'

/** A text in Markdown with its charts as pictures; their data stands at its end, so that the text can still be read. */
export function withPictures(text: string, drawn: ReadonlyMap<string, string>, locale: Locale): string {
  const names = new Map([...drawn.keys()].map((address, index) => [address, `omen-chart-${index + 1}`]))
  const body = partsOfText(text).map((part) => {
    if (part.kind === 'text') return part.text
    const name = names.get(part.address)
    return name === undefined ? `*${missingChart(part.alt, locale)}*` : `![${part.alt}][${name}]`
  })
  if (names.size === 0) return body.join('')
  const data = [...drawn].map(
    ([address, svg]) => `[${names.get(address)}]: data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  )
  return `${body.join('').trimEnd()}\n\n${data.join('\n')}\n`
}

/** Said in the place of a chart whose values are gone. */
function missingChart(name: string, locale: Locale): string {
  return locale === 'en' ? `Chart of ${name}: its values are not available.` : `${name} 的图表：没有可用数据。`
}
