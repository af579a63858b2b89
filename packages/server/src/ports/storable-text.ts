/** PostgreSQL takes neither a NUL nor half of a surrogate pair: not in a text, nor in one within JSON. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
