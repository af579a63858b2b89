import { hostname } from 'node:os'
import type { Settings } from '../config/settings.ts'

/** Where people reach the page, without a slash at the end: the address that the operator has set, else the best guess. */
export function publicOrigin({ publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== null) return publicUrl.replace(/\/+$/, '')
  const isAny = host === '0.0.0.0' || host === '::'
  const name = isAny ? hostname() : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
