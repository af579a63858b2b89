#!/usr/bin/env node
import { processIo } from './io/io.ts'
import { run } from './run.ts'

// A reader that has seen enough (`omen models | head -1`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await run(process.argv.slice(2), processIo())
