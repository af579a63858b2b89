import type { IngestKey, SenderCommand } from '@omen/sdk'
import { relative, timeWriter } from './clock-times.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'KEY', shrink: 1 },
  { title: 'SECRET' },
  { title: 'MAY' },
  { title: 'LAST USED', align: 'right' },
  { title: 'EXPIRES' },
  { title: 'ID', shrink: 2 },
]

/** Ingest keys, one per line. */
export function renderIngestKeys(keys: readonly IngestKey[], { paint, width, io }: View): string {
  const now = io.clock.now()
  const rows = keys.map(({ name, hint, mayRead, lastUsedAt, expiresAt, id }): Cell[] => [
    name,
    `…${hint}`,
    mayRead ? 'send, read' : 'send',
    lastUsedAt === null ? 'never' : relative(lastUsedAt, now),
    expiresAt === null
      ? 'never'
      : timeWriter(io.timeZone, { from: now, to: expiresAt, intervalMs: null }).full(expiresAt),
    id,
  ])
  return table(COLUMNS, rows, width, paint)
}

/** A new key: its secret and how senders use it. Nothing is cut, so that it can be copied. */
export function renderNewKey(
  { secret, commands }: { secret: string; commands: SenderCommand[] },
  { paint }: View,
): string {
  return [secret, ...commands.map(({ sender, text }) => `\n${paint.bold(sender)}\n${text}`)].join('\n')
}
