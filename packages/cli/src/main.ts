#!/usr/bin/env node
import { processIo } from './io/io.ts'
import { version } from './version.ts'

const args = process.argv.slice(2)

if (args.length === 1 && ['--version', '-V'].includes(args[0] ?? '')) {
  // Prompts and editors call it often: answered before the rest of the program is loaded.
  process.stdout.write(`${version}\n`)
} else {
  const { run } = await import('./run.ts')
  process.exitCode = await run(args, processIo())
}
