import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import type { Rule } from '@omen/sdk/rules'
import type { ProxyTrust } from './settings.ts'

/** Parses a setting's text; throws an error that says what was expected. */
export type Parse<T> = (text: string) => T

const UNITS: Record<string, number> = {
  '': 1,
  B: 1,
  KIB: 1024,
  MIB: 1024 ** 2,
  GIB: 1024 ** 3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
}

export const text: Parse<string> = (value) => value

export const flag: Parse<boolean> = (value) => {
  if (/^(true|1|yes|on)$/i.test(value)) return true
  if (/^(false|0|no|off)$/i.test(value)) return false
  throw new Error('expected true or false')
}

export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): Parse<number> {
  return (value) => {
    const parsed = Number(value)
    if (value.trim() !== '' && Number.isInteger(parsed) && parsed >= min && parsed <= max) return parsed
    throw new Error(`expected a whole number from ${min} to ${max}`)
  }
}

export const bytes: Parse<number> = (value) => {
  const match = /^\s*([0-9]+)\s*([A-Za-z]*)\s*$/.exec(value)
  const unit = match && UNITS[match[2]!.toUpperCase()]
  if (!match || unit === undefined || unit === null) throw new Error('expected a number of bytes, like 500MiB or 2GiB')
  return Number(match[1]) * unit
}

export function oneOf<const T extends string>(...names: T[]): Parse<T> {
  return (value) => {
    const found = names.find((name) => name === value)
    if (found) return found
    throw new Error(`expected one of ${names.join(', ')}`)
  }
}

/** `more` is a second sentence, for what the prompt leaves open. */
export function byRule(rule: Rule, more?: string): Parse<string> {
  return (value) => {
    if (rule.test(value)) return value
    throw new Error(more === undefined ? rule.prompt.en : `${rule.prompt.en}. ${more}`)
  }
}

/** Not repeated in the message: it may hold a password. */
const UNREADABLE_ADDRESS =
  'the address cannot be read; its form is protocol://user:password@host:port/path, where the characters / ? # @ : % of a user or password are written as %2F %3F %23 %40 %3A %25'

export function address(...protocols: string[]): Parse<string> {
  return (value) => {
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1))) return value
    const starts = protocols.map((name) => `${name}://`)
    if (starts.some((start) => value.startsWith(start))) throw new Error(UNREADABLE_ADDRESS)
    throw new Error(`expected an address starting with ${starts.join(' or ')}`)
  }
}

/** First segments of paths that are in use: screens and files of the page, and the metrics of the server. */
const USED_PATHS: ReadonlySet<string> = new Set([
  ...['account', 'acknowledge', 'assets', 'daily', 'dashboard', 'detections', 'files', 'glossary', 'incidents'],
  ...['insight', 'integrations', 'live', 'login', 'logs', 'metrics', 'models', 'offline', 'open', 'outliers'],
  ...['project-model', 'projects', 'published', 'reminder', 'reset-password', 'rollout', 'signup', 'temp-password'],
  ...['unsubscribe', 'welcome'],
])

/** The root is refused: the page has it. A segment may not be empty, so that no browser reads a host name out of the path. */
export const apiPath: Parse<string> = (value) => {
  if (!/^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+\/?$/.test(value))
    throw new Error('expected a path below /, like /omen/api/')
  const first = value.split('/')[1]!
  if (USED_PATHS.has(first))
    throw new Error(`/${first}/ is already in use by Omen; choose another path, like /omen/api/`)
  return value.endsWith('/') ? value : `${value}/`
}

/** Not repeated in the message: it holds a secret. */
export const s3Address: Parse<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url?.protocol === 's3:' && url.hostname !== '' && url.pathname.split('/').some(Boolean)) return value
  throw new Error('expected an address like s3://key:secret@host/bucket?region=eu-west-1')
}

/** `true` is one proxy: each adds one entry to X-Forwarded-For, and what stands before it anybody may have written. */
export const proxyTrust: Parse<ProxyTrust> = (value) => {
  if (/^(true|yes|on)$/i.test(value)) return 1
  if (/^(false|no|off|0)$/i.test(value)) return false
  if (/^\d{1,2}$/.test(value.trim())) return Number(value)
  const entries = listOf(value)
  if (entries.length > 0 && entries.every(isNetwork)) return entries
  throw new Error('expected true, false, a number of proxies, or their addresses (10.0.0.0/8, ::1)')
}

export const hostNames: Parse<readonly string[]> = (value) => {
  const names = listOf(value).map((name) => name.toLowerCase())
  if (names.every(isHostName)) return names
  throw new Error('expected names without port, separated by commas: omen.internal, .example.org')
}

function isHostName(entry: string): boolean {
  return entry === '*' || /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(entry)
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function isNetwork(entry: string): boolean {
  const [address, bits, ...rest] = entry.split('/')
  const version = isIP(address ?? '')
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** 32 bytes each, in base64 or hex, separated by commas or white space. Never repeated in the message. */
export const secretKeys: Parse<readonly Uint8Array[]> = (value) => {
  const keys = value.split(/[\s,]+/).filter((entry) => entry !== '')
  if (keys.length > 0 && keys.every((key) => /^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i.test(key)))
    return keys.map((key) => Buffer.from(key, key.length === 64 ? 'hex' : 'base64'))
  throw new Error('expected keys of 32 bytes in base64 or hex, as from openssl rand -base64 32')
}

/** Host names (a leading dot stands for all below it), addresses and networks, or * for all. */
export const outboundHosts: Parse<readonly string[]> = (value) => {
  const entries = listOf(value).map((entry) => entry.toLowerCase())
  if (entries.every((entry) => isNetwork(entry) || isHostName(entry))) return entries
  throw new Error('expected networks, addresses or names, separated by commas: 10.1.0.0/16, fd00::1, .internal, or *')
}

/** Folders by their whole path, separated by commas. */
export const folders: Parse<readonly string[]> = (value) => {
  const entries = listOf(value)
  if (entries.every((entry) => isAbsolute(entry))) return entries
  throw new Error('expected folders by their whole path, separated by commas: /var/log/shop,/srv/logs')
}
