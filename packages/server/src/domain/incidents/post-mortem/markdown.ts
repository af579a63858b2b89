/** A name or a line as Markdown shows it, and nothing else: no mark-up, no HTML, no address, one line. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_[\]>#!|~]/g, '\\$&')
    .replace(/:\/\//g, '&#58;//')
}

/** What an escaped text is read as. */
export function unescapeMarkdown(text: string): string {
  return text
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(amp|lt|gt|#58);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? ':')
}

/** An address that may be linked; null for any other. */
export function linkOf(address: string | null): string | null {
  return address !== null && /^https?:\/\/[^\s<>()"'\\]+$/i.test(address) ? address : null
}

/** The chart of a series in a text: page, mail and export draw it. */
export function chartMark(
  name: string,
  { seriesId, from, to }: { readonly seriesId: string; readonly from: number; readonly to: number },
): string {
  const id = encodeURIComponent(seriesId).replace(/[()'*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `![${escapeMarkdown(name)}](omen:series?id=${id}&from=${from}&to=${to})`
}
