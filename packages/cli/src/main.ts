#!/usr/bin/env node
import packageFile from '../package.json' with { type: 'json' }

const args = process.argv.slice(2)

if (args.length === 1 && ['--version', '-V'].includes(args[0] ?? '')) {
  // Prompts and editors call it often: answered before the rest of the program is loaded.
  process.stdout.write(`${packageFile.version}\n`)
} else {
  const [{ run }, { processIo }, { EXIT_CODE: exitCode }] = await Promise.all([
    import('./run.ts'),
    import('./io/io.ts'),
    import('./exit-code.ts'),
  ])
  const code = await run(args, processIo())
  // What a signal has stopped may still hold the process: a file system that does not answer, a server that is silent.
  if (code === exitCode.interrupted || code === exitCode.terminated) process.exit(code)
  process.exitCode = code
}
