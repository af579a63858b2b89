import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Disk } from './disk.ts'
import { createMountedDisk, whyNotMounted } from './mounted-disk.ts'

/** Appends a line to a file, syncs it, and says its number, again and again; where that fails, that it did. */
const WRITING = `
  const fs = require('node:fs')
  const file = fs.openSync('lines', 'w')
  fs.fsyncSync(fs.openSync('.', 'r'))
  for (let line = 1; ; line++) {
    try {
      fs.writeSync(file, 'a line\\n')
      fs.fdatasyncSync(file)
      console.log(line)
    } catch {
      console.log('failed')
    }
  }
`

describe.skipIf(whyNotMounted() !== undefined)('a power cut of a mounted disk', () => {
  let disk: Disk
  beforeEach(() => {
    disk = createMountedDisk()
  })
  afterEach(() => disk.close())

  it('lets no program acknowledge anything more, and keeps all that was acknowledged', async () => {
    const writer = spawn(process.execPath, ['-e', WRITING], { cwd: disk.folder, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    writer.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await expect.poll(() => said.length).toBeGreaterThan(100)
    disk.cut()
    // What it had said before the cut is in the pipe
    await setTimeout(50)
    const saidAtCut = said
    await setTimeout(200)
    expect(said).toBe(saidAtCut)
    const closed = once(writer, 'close')
    await disk.restore()
    await closed
    expect(said).toBe(saidAtCut)
    const written = readFileSync(join(disk.folder, 'lines'), 'utf8').split('\n').length - 1
    expect(written).toBeGreaterThanOrEqual(Number(said.trim().split('\n').at(-1)))
  })
})
