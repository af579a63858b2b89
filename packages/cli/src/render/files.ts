import type { StoredFile } from '@omen/sdk'
import { relative } from './clock-times.ts'
import { size } from './figures.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const COLUMNS: Column[] = [
  { title: 'FILE', shrink: 1 },
  { title: 'SIZE', align: 'right' },
  { title: 'STATE' },
  { title: 'UPLOADED', align: 'right' },
  { title: 'HANDLE', shrink: 2 },
]

/** Uploaded files, one per line. */
export function renderFiles(files: readonly StoredFile[], { paint, width, io }: View): string {
  const now = io.clock.now()
  const rows = files.map((file) => {
    const state = file.state === 'refused' ? { text: 'refused', shown: paint.red('refused') } : file.state
    return [file.uploadFileName, size(file.bytes), state, relative(file.createdAt, now), file.filename]
  })
  return table(COLUMNS, rows, width, paint)
}
