import { type Column, table } from './table.ts'
import type { View } from './view.ts'

/** A profile without its secrets. */
interface ShownProfile {
  name: string
  url: string
  userName: string
  expiresAt?: number
  isUsed: boolean
}

const COLUMNS: Column[] = [
  { title: 'PROFILE' },
  { title: 'SERVER', shrink: 1 },
  { title: 'ACCOUNT' },
  { title: 'UNTIL' },
]

const TITLES: Readonly<Record<string, string>> = {
  url: 'server',
  urlFrom: 'server from',
  extraCertificates: 'NODE_EXTRA_CA_CERTS',
  timeZone: 'time zone',
  profileFile: 'profiles in',
  journals: 'journals in',
}

/** Settings, one a line, and the profiles below them. */
export function renderConfig(
  settings: Readonly<Record<string, string>>,
  profiles: readonly ShownProfile[],
  { width, paint }: View,
): string {
  const rows = Object.entries(settings).map(([name, value]) => [TITLES[name] ?? name, value])
  const listed = profiles.map(({ name, url, userName, expiresAt, isUsed }) => {
    const until = expiresAt === undefined ? '–' : new Date(expiresAt).toISOString().slice(0, 10)
    return [isUsed ? `${name} (in use)` : name, url, userName, until]
  })
  const head = table([{ title: 'SETTING' }, { title: 'VALUE', shrink: 1 }], rows, width, paint)
  return listed.length === 0 ? head : `${head}\n\n${table(COLUMNS, listed, width, paint)}`
}
