/** Of a badge; colours as CSS. */
export interface Badge {
  readonly label: string
  readonly text: string
  readonly ground: string
  readonly ink: string
}

const longest = 40
const margin = 6

/** Two words side by side; drawn without fonts at hand, so each is stretched to the width that is kept for it. */
export function badgeSvg({ label, text, ground, ink }: Badge): string {
  const shown = label.length > longest ? `${label.slice(0, longest - 1)}…` : label
  const [left, right] = [widthOf(shown) + 2 * margin, widthOf(text) + 2 * margin]
  const width = left + right
  const title = escapeXml(`${label}: ${text}`)
  const word = (content: string, x: number, room: number, fill: string): string =>
    `<text x="${x + room / 2}" y="14" fill="${fill}" textLength="${room - 2 * margin}">${escapeXml(content)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3a3f47"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${ground}"/></g>`,
    '<g text-anchor="middle" font-family="Verdana,DejaVu Sans,system-ui,sans-serif" font-size="11">',
    word(shown, 0, left, '#ffffff'),
    word(text, left, right, ink),
    '</g></svg>',
  ].join('')
}

/** Of Verdana at 11 px, about; ideographs are as wide as high. */
function widthOf(text: string): number {
  return Math.ceil([...text].reduce((sum, sign) => sum + (sign.codePointAt(0)! > 0x2e7f ? 11 : 6.6), 0))
}

function escapeXml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  // Signs that XML does not know would break the picture
  return text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').replace(/[&<>"']/g, (sign) => names[sign]!)
}
