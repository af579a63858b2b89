import { fstatSync, write, writeSync } from 'node:fs'

/** Destination of the log's bytes. A target never blocks the event loop and reports errors only by rejecting. */
export interface LineTarget {
  /** Returns the number of bytes written, which may be fewer than given. */
  write(bytes: Uint8Array): Promise<number>
  /** Used when the process exits: bytes that cannot be written immediately are lost. */
  writeNow(bytes: Uint8Array): void
}

const STANDARD_ERROR = 2

/**
 * The standard error stream. Node writes to files synchronously, so a file, or a device that is no terminal, is written to by
 * the thread pool. Pipes, sockets and terminals go by Node's own stream, which waits without blocking where the reader is slow.
 */
export function standardErrorTarget(): LineTarget {
  const kind = fstatSync(STANDARD_ERROR)
  const isFile = kind.isFile() || (kind.isCharacterDevice() && !process.stderr.isTTY)
  return { write: isFile ? writeToFile : writeToStream(process.stderr), writeNow }
}

function writeToFile(bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(STANDARD_ERROR, bytes, (error, taken) => (error ? reject(error) : resolve(taken)))
  })
}

function writeToStream(stream: NodeJS.WriteStream): LineTarget['write'] {
  // The write reports a closed pipe as well; an error event without a listener ends the process.
  stream.on('error', () => {})
  return (bytes) =>
    new Promise((resolve, reject) => {
      stream.write(bytes, (error) => (error ? reject(error) : resolve(bytes.length)))
    })
}

function writeNow(bytes: Uint8Array): void {
  try {
    writeSync(STANDARD_ERROR, bytes)
  } catch {
    // A log that cannot be written must not change how the process exits.
  }
}
