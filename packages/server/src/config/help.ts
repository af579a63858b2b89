import { flagName, settingNames, settingTable } from './setting-table.ts'
import type { Settings } from './settings.ts'

const intro = `omen-server - Omen's server

Usage
  omen-server [--flag value ...]         start
  omen-server admin reset <account>      give an account a new password, and print it
  omen-server admin promote <account>    make an account an administrator
  omen-server --version | --help

Every setting is a flag, a variable of the environment or a line of the settings file (YAML, camelCase);
they count in that order. A stopped server is needed for "admin" with the embedded database.

Settings
`

export function helpText(): string {
  return `${intro}${settingNames.map(describe).join('\n')}\n`
}

function describe(name: keyof Settings): string {
  const row = settingTable[name]
  const fallback = row.default === null ? 'not set' : String(row.default)
  return `  ${flagName(name)}, ${row.env}  [${fallback}]\n      ${row.about}`
}
