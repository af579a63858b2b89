/** A field of a CSV as RFC 4180 has it: quoted only where it must be. */
export const csvField = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
