const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** The characters that entities stand for; those that are not known stay as they are. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })

/** A text as it is read: without the backslashes before signs that mean themselves, and with its entities decoded. */
export const plainText = (text: string): string => decodeEntities(text.replace(/\\([!-/:-@[-`{-~])/g, '$1'))

/** An address that may be a link: a page, a mail address or a place on this server; null for any other. */
export const safeHref = (href: string): string | null => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them inside a scheme
  const plain = decodeEntities(href).replace(/[\u0000-\u0020]/g, '')
  if (/^\/(?![/\\])/.test(plain)) return plain
  return /^(?:https?:\/\/|mailto:)/i.test(plain) ? plain : null
}
