import { invalidField } from '../../domain/invalid-field.ts'

const LONGEST = 255

/** The user's file name in normal form C, without folders and control characters. For display only. */
export function cleanFileName(name: string | undefined): string {
  const base = (name ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const shown = Array.from(base.replace(/\p{Cc}/gu, '').trim())
    .slice(0, LONGEST)
    .join('')
  return shown === '' || shown === '.' || shown === '..' ? 'unnamed' : shown
}

/** Header values are ASCII, so the name comes percent-encoded. */
export function decodeFileName(header: string): string {
  try {
    return cleanFileName(decodeURIComponent(header))
  } catch (cause) {
    throw Object.assign(invalidField('X-File-Name', 'must be percent-encoded UTF-8'), { cause })
  }
}
