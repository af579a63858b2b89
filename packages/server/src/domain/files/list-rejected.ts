import type { RejectedLine } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { convertStoreError } from '../convert-store-error.ts'
import { getFile } from './get.ts'
import { openText } from './open-text.ts'

const longestText = 1_000

/** The rejected lines that the preview keeps, with their text as long as the file is kept. */
export async function listRejected(
  ctx: Context,
  caller: Caller,
  filename: string,
  signal?: AbortSignal,
): Promise<{ rejected: RejectedLine[]; rejectedRows: number }> {
  const { file, preview } = await getFile(ctx, caller, filename, signal)
  const { rejected = [], rejectedRows = 0 } = preview ?? {}
  if (rejected.length === 0 || file.state === 'expired') return { rejected, rejectedRows }
  try {
    const texts = await readLines(ctx, filename, new Set(rejected.map(({ line }) => line)))
    return { rejected: rejected.map((one) => ({ ...one, text: texts.get(one.line) ?? '' })), rejectedRows }
  } catch (error) {
    throw convertStoreError(error)
  }
}

/** The text of some lines, numbered from 1; nothing is read after the last of them. */
async function readLines(ctx: Context, id: string, wanted: ReadonlySet<number>): Promise<Map<number, string>> {
  const texts = new Map<number, string>()
  const last = Math.max(...wanted)
  const decoder = new TextDecoder()
  let line = 1
  let open = ''
  const close = () => {
    if (wanted.has(line)) texts.set(line, open.replace(/\r$/, '').slice(0, longestText))
    line++
    open = ''
  }
  for await (const chunk of await openText(ctx, { id })) {
    const [rest = '', ...begun] = decoder.decode(chunk, { stream: true }).split('\n')
    open += rest
    for (const text of begun) {
      close()
      open = text
    }
    if (line > last) return texts
  }
  close()
  return texts
}
