import { CsvProblem } from './csv-report.ts'

const LF = 10
const CR = 13

/** Takes one line without its end; `line` counts from 1. The bytes are only valid during the call. */
export type OnLine = (bytes: Uint8Array, from: number, to: number, line: number) => void

/** Cuts chunks of bytes into lines at LF or CRLF, or at CR if the first one comes without any LF near. */
export type LineSplitter = { push(chunk: Uint8Array): void; end(): number }

/**
 * Lines that lie within one chunk are passed on without a copy. Throws CsvProblem for a line longer than `maxLineBytes`,
 * before it is held, and for a NUL byte. `end` passes on a last line without an end and gives the number of lines.
 */
export function createLineSplitter(maxLineBytes: number, onLine: OnLine): LineSplitter {
  let held = new Uint8Array(1024)
  let heldLength = 0
  let line = 0
  let separator: number | undefined

  const emit = (bytes: Uint8Array, from: number, to: number): void => {
    line++
    const end = to > from && bytes[to - 1] === CR ? to - 1 : to
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
    separator ??= findSeparator(held.subarray(0, heldLength), chunk)
    const ending = separator ?? LF
    let at = 0
    if (ending === CR && heldLength > 0 && held[heldLength - 1] === CR) {
      // This one was held back, as an LF might have followed it
      emit(held, 0, heldLength)
      heldLength = 0
    }
    if (heldLength > 0) {
      const end = chunk.indexOf(ending)
      hold(end < 0 ? chunk : chunk.subarray(0, end))
      if (end < 0) return
      const length = heldLength
      heldLength = 0
      emit(held, 0, length)
      at = end + 1
    }
    for (let end = chunk.indexOf(ending, at); end >= 0; end = chunk.indexOf(ending, at)) {
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

/** Undefined while no line has ended, or only with a CR that an LF may follow. */
function findSeparator(held: Uint8Array, chunk: Uint8Array): number | undefined {
  if (chunk.includes(LF)) return LF
  const end = chunk.indexOf(CR)
  const isEnd = (end >= 0 && end < chunk.length - 1) || (held.at(-1) === CR && chunk.length > 0)
  return isEnd ? CR : undefined
}

function tooLong(line: number, maxLineBytes: number): CsvProblem {
  return new CsvProblem('LINE_TOO_LONG', line, 0, `line ${line} is longer than ${maxLineBytes} bytes`, {
    limit: maxLineBytes,
  })
}
