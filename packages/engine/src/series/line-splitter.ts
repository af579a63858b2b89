import { CsvProblem } from './csv-report.ts'

/** Takes one line without its end; `line` counts from 1. The bytes are only valid during the call. */
export type OnLine = (bytes: Uint8Array, from: number, to: number, line: number) => void

/** Cuts chunks of bytes into lines at LF or CRLF. */
export type LineSplitter = { push(chunk: Uint8Array): void; end(): number }

/**
 * Lines that lie within one chunk are passed on without a copy. Throws CsvProblem for a line longer than `maxLineBytes`,
 * before it is held, and for a NUL byte. `end` passes on a last line without an end and gives the number of lines.
 */
export function createLineSplitter(maxLineBytes: number, onLine: OnLine): LineSplitter {
  let held = new Uint8Array(1024)
  let heldLength = 0
  let line = 0

  const emit = (bytes: Uint8Array, from: number, to: number): void => {
    line++
    const end = to > from && bytes[to - 1] === 13 ? to - 1 : to
    if (end - from > maxLineBytes) throw tooLong(line, maxLineBytes)
    onLine(bytes, from, end, line)
  }
  const hold = (bytes: Uint8Array): void => {
    const length = heldLength + bytes.length
    if (length > maxLineBytes + 1) throw tooLong(line + 1, maxLineBytes)
    if (length > held.length) {
      const grown = new Uint8Array(Math.max(length, held.length * 2))
      grown.set(held.subarray(0, heldLength))
      held = grown
    }
    held.set(bytes, heldLength)
    heldLength = length
  }
  const split = (chunk: Uint8Array): void => {
    let at = 0
    if (heldLength > 0) {
      const end = chunk.indexOf(10)
      hold(end < 0 ? chunk : chunk.subarray(0, end))
      if (end < 0) return
      const length = heldLength
      heldLength = 0
      emit(held, 0, length)
      at = end + 1
    }
    for (let end = chunk.indexOf(10, at); end >= 0; end = chunk.indexOf(10, at)) {
      emit(chunk, at, end)
      at = end + 1
    }
    if (at < chunk.length) hold(chunk.subarray(at))
  }

  return {
    push(chunk) {
      const nul = chunk.indexOf(0)
      if (nul < 0) return split(chunk)
      split(chunk.subarray(0, nul))
      throw new CsvProblem('NUL_BYTE', line + 1, 0, `line ${line + 1} holds a NUL byte: this is not a text file`)
    },
    end() {
      const length = heldLength
      heldLength = 0
      if (length > 0) emit(held, 0, length)
      return line
    },
  }
}

function tooLong(line: number, maxLineBytes: number): CsvProblem {
  return new CsvProblem('LINE_TOO_LONG', line, 0, `line ${line} is longer than ${maxLineBytes} bytes`, {
    limit: maxLineBytes,
  })
}
