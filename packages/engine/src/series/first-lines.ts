import { describeBadTime } from './bad-time.ts'
import type { IsSeries } from './column-roles.ts'
import { type CsvLimits, CsvProblem } from './csv-report.ts'
import { type CsvHeader, fitFields, readHeader } from './read-header.ts'
import { splitQuoted } from './split-quoted.ts'
import { decodeUtf8 } from './utf8.ts'

/** A line without its end; lines count from 1. */
export type HeldLine = { bytes: Uint8Array; line: number }

/** Holds the heading and the first rows of a table until they tell how it is to be read. */
export type FirstLines = {
  /** The bytes belong to the receiver. Throws CsvProblem as `readHeader`. */
  add(bytes: Uint8Array, line: number): void
  /** Decides by the rows that have come, if there are any and they tell the order of day and month. */
  decide(): void
  /** Nothing more comes. Throws CsvProblem for dates whose order of day and month stays open. */
  end(): void
}

const SAMPLE_ROWS = 200
const SAMPLE_BYTES = 2 ** 20
/** So much is held while dates do not say which number is the day: 1/2/2026 to 12/12/2026. */
const MAX_HELD_BYTES = 2 ** 24

/** `onReady` is called once, with all rows that were held. */
export function createFirstLines(
  limits: CsvLimits,
  isSeries: IsSeries,
  onReady: (header: CsvHeader, rows: readonly HeldLine[]) => void,
): FirstLines {
  let heading: HeldLine | undefined
  let header: CsvHeader | undefined
  let rows: HeldLine[] = []
  let heldBytes = 0

  const look = (): CsvHeader => {
    const { bytes, line } = heading!
    const texts = rows.flatMap((row) => decodeUtf8(row.bytes, 0, row.bytes.length) ?? [])
    const start = { bytes, from: 0, to: bytes.length, line, rows: texts, rowLine: rows[0]?.line ?? 0, isSeries }
    return readHeader(start, limits)
  }
  const release = (ready: CsvHeader): void => {
    const held = rows
    rows = []
    onReady(ready, held)
  }
  return {
    add(bytes, line) {
      if (heading === undefined) {
        heading = { bytes, line }
        return
      }
      rows.push({ bytes, line })
      heldBytes += bytes.length
      if (header !== undefined) header.dates.add(dateOf(header, bytes))
      else if (rows.length >= SAMPLE_ROWS || heldBytes >= SAMPLE_BYTES) header = look()
      if (header === undefined) return
      if (!header.dates.isOpen) release(header)
      else if (heldBytes >= MAX_HELD_BYTES) throw openOrder(header, rows[0]!)
    },
    decide() {
      if (rows.length === 0) return
      header ??= look()
      if (!header.dates.isOpen) release(header)
    },
    end() {
      if (heading === undefined) return
      header ??= look()
      if (header.dates.isOpen) throw openOrder(header, rows[0]!)
      release(header)
    },
  }
}

/** An empty text for a row that cannot be read. */
function dateOf({ delimiter, names, timeIndex }: CsvHeader, bytes: Uint8Array): string {
  const text = decodeUtf8(bytes, 0, bytes.length) ?? ''
  const fields = splitQuoted(text, delimiter)
  return (fields && fitFields(fields, names)?.[timeIndex]) ?? ''
}

function openOrder(header: CsvHeader, { bytes, line }: HeldLine): CsvProblem {
  const { reason, ...values } = describeBadTime(dateOf(header, bytes))
  return new CsvProblem('NO_GOOD_ROWS', line, header.timeIndex + 1, `no row could be read: ${reason}`, {
    ...values,
    cause: 'BAD_TIMESTAMP',
  })
}
