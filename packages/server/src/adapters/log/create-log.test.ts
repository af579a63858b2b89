import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** More than a pipe and the buffer hold. */
const MANY = 20_000
const createLogUrl = new URL('./create-log.ts', import.meta.url).href
/** Logs, lets the event loop turn, and says so; ends on request. */
const program = (lines: number) => `
  import { createLog } from ${JSON.stringify(createLogUrl)}
  const { log, flush } = createLog({ logLevel: 'info' })
  for (let line = 0; line < ${lines}; line++) log.info({ line, filling: 'x'.repeat(100) }, 'line')
  await new Promise((turned) => setTimeout(turned, 10))
  console.log('alive')
  process.stdin.once('data', async () => { await flush(); process.exit(0) })
`

function start(stderr: number | 'pipe', lines = MANY) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(lines)], {
    stdio: ['pipe', 'pipe', stderr],
  })
  const said = new Promise<string>((resolve) => child.stdout!.once('data', (text) => resolve(String(text).trim())))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, firstOf: Promise.race([said, ended]), end: () => void child.stdin!.write('end\n'), ended }
}

test.runIf(process.platform === 'linux')('a full disk neither stops the process nor ends it', async () => {
  const full = openSync('/dev/full', 'w')
  const { firstOf, end, ended } = start(full)
  closeSync(full)
  expect(await firstOf).toBe('alive')
  end()
  expect(await ended).toBe(0)
})

test('a pipe that nobody reads does not stop the process, and what was dropped is counted', async () => {
  const { child, firstOf, end, ended } = start('pipe')
  expect(await firstOf).toBe('alive')
  let text = ''
  child.stderr!.on('data', (chunk) => {
    text += chunk
  })
  end()
  expect(await ended).toBe(0)
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; dropped?: number })
  const written = entries.filter(({ msg }) => msg === 'line').length
  const dropped = entries.reduce((sum, entry) => sum + (entry.dropped ?? 0), 0)
  expect(written).toBeLessThan(MANY)
  expect(written + dropped).toBe(MANY)
})

test('a reader that goes away does not end the process', async () => {
  const { child, firstOf, end, ended } = start('pipe')
  child.stderr!.destroy()
  expect(await firstOf).toBe('alive')
  end()
  expect(await ended).toBe(0)
})

test('a file has every line in the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'omen-log-'))
  const file = openSync(join(folder, 'log'), 'a')
  const { firstOf, end, ended } = start(file, 2_000)
  closeSync(file)
  expect(await firstOf).toBe('alive')
  end()
  expect(await ended).toBe(0)
  const written = readFileSync(join(folder, 'log'), 'utf8').trimEnd().split('\n')
  expect(written.map((line) => JSON.parse(line).line)).toEqual(Array.from({ length: 2_000 }, (_, line) => line))
  rmSync(folder, { recursive: true })
})
