import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { helpText } from './help.ts'
import { defaultSettings, loadSettings, SettingError } from './load-settings.ts'
import { flagName, settingNames, settingTable } from './setting-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'omen-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(content: string): string {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.yaml`)
  writeFileSync(path, content)
  return path
}

test('nothing given gives the defaults', () => {
  const data = join(folder, 'nowhere')
  expect(loadSettings({ OMEN_DATA: data })).toEqual(defaultSettings({ data }))
})

test('flags come before the environment, the environment before the file', () => {
  const config = file('port: 1\nhost: 0.0.0.0\nfileDays: 3\n')
  const settings = loadSettings({ OMEN_CONFIG: config, OMEN_PORT: '2', OMEN_HOST: '::1' }, { '--port': '4000' })
  expect(settings).toMatchObject({ port: 4000, host: '::1', fileDays: 3 })
})

test('the settings file of the data folder is read without being named', () => {
  writeFileSync(join(folder, 'omen.yaml'), 'demo: false\n')
  expect(loadSettings({ OMEN_DATA: folder }).demo).toBe(false)
})

test.each(settingNames)('an empty %s is refused by name, wherever it is given', (name) => {
  const { env } = settingTable[name]
  for (const empty of ['', ' ', '\n']) {
    expect(() => loadSettings({ [env]: empty })).toThrow(`${env} is set, but empty: give it a value, or remove it.`)
    expect(() => loadSettings({}, { [flagName(name)]: empty })).toThrow(`${flagName(name)} is set, but empty`)
  }
})

test('an empty text in the file is refused, and an empty line or list counts as not set', () => {
  expect(() => loadSettings({ OMEN_CONFIG: file("metricsToken: ''\n") })).toThrow(
    /^metricsToken in .* is set, but empty/,
  )
  const settings = loadSettings({ OMEN_CONFIG: file('databaseUrl:\nallowedHosts: []\n') })
  expect(settings).toMatchObject({ databaseUrl: null, allowedHosts: [] })
})

test('sizes take units', () => {
  expect(loadSettings({ OMEN_MAX_UPLOAD_BYTES: '500MiB', OMEN_MAX_LINE_BYTES: '1 mb' })).toMatchObject({
    maxUploadBytes: 500 * 1024 ** 2,
    maxLineBytes: 1_000_000,
  })
})

test('proxies are trusted by number or by address, and true is one', () => {
  const trustOf = (text: string) => loadSettings({ OMEN_TRUST_PROXY: text }).trustProxy
  expect(['true', '2', 'false'].map(trustOf)).toEqual([1, 2, false])
  expect(trustOf('10.0.0.0/8, ::1')).toEqual(['10.0.0.0/8', '::1'])
})

test('allowed hosts are a list, in lower case', () => {
  expect(loadSettings({ OMEN_ALLOWED_HOSTS: 'Omen.internal, .example.org' }).allowedHosts).toEqual([
    'omen.internal',
    '.example.org',
  ])
})

test('an API base ends in a slash', () => {
  expect(loadSettings({ OMEN_API_BASE: '/omen/v1' }).apiBase).toBe('/omen/v1/')
})

test('an API base cannot be below the path of a screen or of the files of the page', () => {
  const router = readFileSync(new URL('../../../web/src/app/router.tsx', import.meta.url), 'utf8')
  const screens = [...router.matchAll(/'\/([\w-]+)[\w/:-]*'/g)].map(([, first]) => first!)
  expect(screens).toEqual(expect.arrayContaining(['login', 'projects', 'project-model']))
  for (const path of [...screens, 'assets', 'offline', 'metrics'])
    for (const base of [`/${path}`, `/${path}/`, `/${path}/v1/`])
      expect(() => loadSettings({ OMEN_API_BASE: base })).toThrow(
        `OMEN_API_BASE: /${path}/ is already in use by Omen; choose another path, like /omen/api/.`,
      )
})

test.each([
  [{ OMEN_PORT: 'http' }, 'OMEN_PORT: expected a whole number from 0 to 65535.'],
  [{ OMEN_PORT: '70000' }, 'OMEN_PORT'],
  [{ OMEN_API_BASE: '/' }, 'OMEN_API_BASE: expected a path below /, like /omen/api/.'],
  [{ OMEN_API_BASE: '//omen.example/api' }, 'OMEN_API_BASE: expected a path below /'],
  [{ OMEN_API_BASE: '/omen/../api' }, 'OMEN_API_BASE: expected a path below /'],
  [{ OMEN_DEMO: 'maybe' }, 'OMEN_DEMO: expected true or false.'],
  [{ OMEN_ROLE: 'boss' }, 'OMEN_ROLE: expected one of all, api, worker.'],
  [{ OMEN_SMTP_URL: 'mail.example.com' }, 'OMEN_SMTP_URL: expected an address starting with smtp:// or smtps://.'],
  [{ OMEN_MAX_UPLOAD_BYTES: '2 apples' }, 'OMEN_MAX_UPLOAD_BYTES: expected a number of bytes'],
  [{ OMEN_ADMIN_USER: 'me' }, 'OMEN_ADMIN_USER: The account consists of 6-30'],
  [{ OMEN_ADMIN_PASSWORD: 'weak' }, 'OMEN_ADMIN_PASSWORD: The password is 8-30'],
  [
    { OMEN_ADMIN_PASSWORD: 'Eng-Pipeline-77' },
    'digits and special characters. Its special characters can only be ! @ # $ % ^ & * _.',
  ],
  [{ OMEN_ROLE: 'worker' }, 'OMEN_ROLE=worker needs OMEN_DATABASE_URL and OMEN_CLICKHOUSE_URL'],
  [{ OMEN_TRUST_PROXY: 'maybe' }, 'OMEN_TRUST_PROXY: expected true, false, a number of proxies'],
  [{ OMEN_TRUST_PROXY: '10.0.0.0/33' }, 'OMEN_TRUST_PROXY'],
  [{ OMEN_ALLOWED_HOSTS: 'http://omen' }, 'OMEN_ALLOWED_HOSTS: expected names without port'],
  [{ OMEN_SECRET_KEY: 'short' }, 'OMEN_SECRET_KEY: expected keys of 32 bytes in base64 or hex'],
  [{ OMEN_OUTBOUND_ALLOW: 'https://db' }, 'OMEN_OUTBOUND_ALLOW: expected networks, addresses or names'],
  [{ OMEN_LOG_FOLDERS: 'logs' }, 'OMEN_LOG_FOLDERS: expected folders by their whole path'],
  [{ OMEN_OUTBOUND_PROXY: 'proxy:3128' }, 'OMEN_OUTBOUND_PROXY: expected an address starting with http://.'],
  [
    {
      OMEN_ROLE: 'api',
      OMEN_DATABASE_URL: 'postgres://db/omen',
      OMEN_CLICKHOUSE_URL: 'http://ch',
      OMEN_FILES_URL: 's3://key:secret@host/bucket',
    },
    'OMEN_ROLE=api with OMEN_FILES_URL needs OMEN_SECRET_KEY',
  ],
  [{ OMEN_CONFIG: '/nowhere/omen.yaml' }, 'The settings file /nowhere/omen.yaml cannot be read'],
])('%o is refused by name', (env, message) => {
  expect(() => loadSettings(env)).toThrow(SettingError)
  expect(() => loadSettings(env)).toThrow(message)
})

test.each([
  ['colour: red', 'unknown setting colour'],
  ['port: x', 'port in '],
  ['- port', 'expected names and values'],
  ['port: [', 'cannot be read'],
  ['port: 1\ndatabaseUrl: "postgres://u:p@h" x', 'is not valid YAML: see line 2, column 33.'],
  ['databaseUrl: *none', 'is not valid YAML.'],
])('the file line %s is refused', (content, message) => {
  expect(() => loadSettings({ OMEN_CONFIG: file(content) })).toThrow(message)
})

test('a wrong secret is not repeated', () => {
  expect(() => loadSettings({ OMEN_DATABASE_URL: 'mysql://user:hidden@host/db' })).toThrow(/^(?!.*hidden)/)
  expect(() => loadSettings({ OMEN_SECRET_KEY: 'hidden' })).toThrow(/^(?!.*hidden)/)
  for (const line of ['"postgres://user:hidden@h" x', '*hidden', '[hidden', 'a: hidden'])
    expect(() => loadSettings({ OMEN_CONFIG: file(`databaseUrl: ${line}`) })).toThrow(/^(?!.*hidden)/s)
})

test('help names every setting by flag and variable, with default and meaning', () => {
  const help = helpText()
  expect(help).toContain('one or more of ! @ # $ % ^ & * _;')
  for (const name of settingNames) {
    const row = settingTable[name]
    expect(help).toContain(
      `${flagName(name)}, ${row.env}  [${row.default === null ? 'not set' : String(row.default) || 'none'}]`,
    )
    expect(help).toContain(row.about)
  }
})
