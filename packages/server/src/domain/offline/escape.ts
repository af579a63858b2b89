const NAMES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text, in HTML between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => NAMES[sign]!)
}

/** JSON in an element `script`: nothing in it can end the element or begin a comment. */
export function jsonInScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Code in an element `script`: strings and patterns of a bundle that could end the element mean the same so. */
export function codeInScript(code: string): string {
  return code.replace(/<(?=\/script|!--)/gi, '\\x3C')
}
