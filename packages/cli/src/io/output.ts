import { Writable } from 'node:stream'
import type { Terminal } from './terminal.ts'

/** A stream of the program's output, and whether its reader has gone. */
export type Output = Terminal<Writable> & {
  /** True once the reader of the pipe has left (`| head -1`): what is written afterwards is dropped. */
  readonly hasNoReader?: boolean
}

/**
 * Standard output or standard error that outlives its reader: a command goes on and ends with its own exit code, so that
 * a pipe cannot turn a failing gate into a success. Other failures (a full disk) are errors of the returned stream.
 */
export function openOutput(stream: NodeJS.WriteStream, name: string): Output {
  // Ink draws on a terminal with more than `write`, and a terminal has no reader that leaves first.
  if (stream.isTTY) return stream
  let hasNoReader = false
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') hasNoReader = true
    else output.destroy(error)
  })
  const output = new Writable({
    decodeStrings: false,
    write(chunk, encoding, done) {
      if (hasNoReader) return done()
      stream.write(chunk, encoding, (error) => done(isGone(error) ? undefined : error))
    },
  })
  output.on('error', (error) => Object.assign(error, { path: name }))
  return Object.defineProperties(output, {
    isTTY: { get: () => stream.isTTY },
    columns: { get: () => stream.columns },
    rows: { get: () => stream.rows },
    hasNoReader: { get: () => hasNoReader },
  })
}

function isGone(error: Error | null | undefined): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE'
}
