/** Characters that would move or hide what is beside them: control characters, and those that turn the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** The text with each of them as a sign that can be seen. */
export const visibleText = (text: string): string =>
  text.replace(HIDDEN, (character) => {
    const code = character.charCodeAt(0)
    if (code < 0x20) return String.fromCharCode(0x2400 + code)
    if (code === 0x7f) return '\u2421'
    return `\u27e8${code.toString(16).padStart(4, '0').toUpperCase()}\u27e9`
  })
