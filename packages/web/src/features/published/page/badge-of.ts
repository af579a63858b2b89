import type { Published } from '@omen/sdk'
import { apiBase } from '../../../lib/api/api-base.ts'

/** The address of the badge of the newest run, and what shows it in Markdown. Without an open link only those who are signed in see it. */
export const badgeOf = ({ id, link, name }: Published, origin: string): { address: string; markdown: string } => {
  const key = link === undefined ? null : new URL(link).searchParams.get('key')
  const base = link === undefined ? origin : new URL(link).origin
  const address = `${base}${apiBase}published/${id}/badge.svg?latest=true${key === null ? '' : `&key=${key}`}`
  const text = name.replace(/[[\]\\`*_<>]/g, (sign) => `\\${sign}`)
  return { address, markdown: `[![${text}](${address})](${link ?? `${origin}/published/${id}`})` }
}
