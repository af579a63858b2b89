import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { InterruptedError } from '../failures.ts'
import type { Io } from './io.ts'

/** Asks a question on the terminal; an empty answer gives `fallback`. */
export async function ask(io: Io, question: string, fallback?: string): Promise<string> {
  const shown = fallback === undefined ? `${question}: ` : `${question} [${fallback}]: `
  return (await readAnswer(io, shown, false)).trim() || (fallback ?? '')
}

/** Asks for a secret; what is typed is not shown. */
export function askSecret(io: Io, question: string): Promise<string> {
  return readAnswer(io, `${question}: `, true)
}

/** Asks for confirmation; anything but yes is a no. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(io, `${question} [y/N]`))
}

function readAnswer(io: Io, question: string, isSecret: boolean): Promise<string> {
  let muted = false
  // Readline echoes what is typed; for a secret the echo is discarded.
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!muted) io.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: io.stdin, output, terminal: true })
  return new Promise((resolve, reject) => {
    lines.on('SIGINT', () => {
      lines.close()
      io.stderr.write('\n')
      reject(new InterruptedError('Stopped; nothing was changed'))
    })
    lines.on('close', () => reject(new InterruptedError('The input ended before the answer')))
    lines.question(question, (answer) => {
      if (isSecret) io.stderr.write('\n')
      resolve(answer)
      lines.close()
    })
    muted = isSecret
  })
}

/** The first line of standard input, without its end: a password passed in by a script. */
export async function readSecretFromStdin(io: Io): Promise<string> {
  return ((await readStdin(io)).split('\n')[0] ?? '').replace(/\r$/, '')
}

/** All of standard input as text. */
export async function readStdin(io: Io): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}
