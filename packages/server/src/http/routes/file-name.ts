import { invalidField } from '../../domain/invalid-field.ts'

const longest = 255

/** What the user called the file, without folders and control characters. It is only ever shown. */
export function cleanFileName(name: string | undefined): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  const shown = Array.from(base.replace(/\p{Cc}/gu, '').trim())
    .slice(0, longest)
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
