import { flagName, settingNames, settingTable } from './setting-table.ts'
import type { Settings } from './settings.ts'

const INTRO = `omen-server - Omen's server

Usage
  omen-server [--flag value ...]         start
  omen-server admin reset <account>      give an account a new password, and print it
  omen-server admin promote <account>    make an account an administrator
  omen-server backup <file> [--force]    write everything to a new file (- is standard output), also while the server
                                         runs; --force replaces an existing file
  omen-server verify <file>              check a backup without restoring it
  omen-server restore <file>             fill an empty data folder from a backup
  omen-server doctor                     check everything that is stored, and say what to do
  omen-server doctor --adopt <handle> --owner <account> [--name <file name>]
                                         give an account a file that was set aside in found/
  omen-server doctor --discard <handle>  delete one
  omen-server rotate-secrets             seal the stored keys and passwords of other services with the first key of
                                         OMEN_SECRET_KEY, so that the others can be taken away
  omen-server --version | --help

backup, verify, restore and doctor take --json for a summary that a script reads. They end with 0 when all went well, 1 when
something failed or was missing, 2 when they were called wrongly.

Every setting is a flag, a variable of the environment or a line of the settings file (YAML, camelCase);
they count in that order. A stopped server is needed for "admin", "doctor" and "rotate-secrets" with the embedded database.

Settings
`

export function helpText(): string {
  return `${INTRO}${settingNames.map(describe).join('\n')}\n`
}

function describe(name: keyof Settings): string {
  const row = settingTable[name]
  const fallback = row.default === null ? 'not set' : String(row.default) || 'none'
  return `  ${flagName(name)}, ${row.env}  [${fallback}]\n      ${row.about}`
}
