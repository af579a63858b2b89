/** Request fields that hold a name or search for one. */
const NAME_FIELDS: ReadonlySet<string> = new Set([
  'userName',
  'userNames',
  'fullName',
  'companyName',
  'email',
  'emailOrMobile',
  'name',
  'modelName',
  'modelUserName',
  'uploadFileName',
  'filenameFilter',
  'q',
])

/**
 * Converts names to normal form C, so that é typed and é from a file system are one name. Passwords stay
 * as typed, and series names as they are in the file.
 */
export function normalNames(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields
  const entries = Object.entries(fields).map(([key, value]) => [key, NAME_FIELDS.has(key) ? normal(value) : value])
  return Object.fromEntries(entries)
}

function normal(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC')
  return Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? item.normalize('NFC') : item)) : value
}
