import { Writable } from 'node:stream'
import { type Logger, pino } from 'pino'
import type { Settings } from '../../config/settings.ts'
import { terminalLine } from './terminal-line.ts'

const redact = ['*.password', '*.authorization', '*.cookie', '*["x-csrf-token"]']

/** JSON lines on the standard error stream, for machines; short lines where a person looks on. */
export function createLog({ logLevel: level }: Pick<Settings, 'logLevel'>): Logger {
  const isWatched = process.stderr.isTTY === true
  return pino({ level, redact }, isWatched ? terminalStream() : pino.destination(2))
}

function terminalStream(): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      process.stderr.write(`${terminalLine(String(chunk))}\n`, () => done())
    },
  })
}
