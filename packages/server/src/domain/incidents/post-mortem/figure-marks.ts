/** A chart in a text: of a series, in a time. */
export interface Figure {
  readonly seriesId: string
  readonly from: number
  readonly to: number
}

export type TextPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `address` is `omen:series?…`, `alt` Markdown. */
  | { readonly kind: 'figure'; readonly address: string; readonly alt: string; readonly figure: Figure }

const MARK = /(?<!\\)!\[((?:\\.|[^\]\\\n])*)\]\((omen:series\?[^()\s]*)(?:[ \t]+"[^"\n]*")?\)/g
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** A text in Markdown, cut where charts stand in it. Those in blocks of code are text. */
export function partsOfText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let plain = ''
  for (const block of withoutCode(text)) {
    if (block.isCode) {
      plain += block.text
      continue
    }
    let end = 0
    for (const found of block.text.matchAll(MARK)) {
      const [whole, alt = '', address = ''] = found
      const figure = figureOf(address)
      if (figure === null) continue
      plain += block.text.slice(end, found.index)
      if (plain !== '') parts.push({ kind: 'text', text: plain })
      plain = ''
      parts.push({ kind: 'figure', address, alt, figure })
      end = found.index + whole.length
    }
    plain += block.text.slice(end)
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain })
  return parts
}

function withoutCode(text: string): { text: string; isCode: boolean }[] {
  const blocks: { text: string; isCode: boolean }[] = []
  let open: string | null = null
  for (const line of text.split(/(?<=\n)/)) {
    const sign = FENCE.exec(line)?.[1]
    const isCode = open !== null || sign !== undefined
    if (open === null) open = sign ?? null
    else if (sign?.startsWith(open)) open = null
    const last = blocks.at(-1)
    if (last?.isCode === isCode) last.text += line
    else blocks.push({ text: line, isCode })
  }
  return blocks
}

/** What an address names; null where it names no time. */
function figureOf(address: string): Figure | null {
  const fields = new URLSearchParams(address.slice(address.indexOf('?') + 1))
  const [seriesId, from, to] = [fields.get('id') ?? '', Number(fields.get('from')), Number(fields.get('to'))]
  const isTime = from >= 0 && from < to && to <= LATEST
  return seriesId !== '' && isTime ? { seriesId, from: Math.floor(from), to: Math.ceil(to) } : null
}

/** The last time that a date may have. */
const LATEST = 8.64e15
