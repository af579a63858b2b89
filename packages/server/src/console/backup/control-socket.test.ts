import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { askServer } from './backup.ts'
import { findControlPath } from './control-path.ts'
import { openControlSocket } from './control-socket.ts'

const root = mkdtempSync(join(tmpdir(), 'omen-control-'))
afterAll(() => rmSync(root, { recursive: true }))

it.each([
  ['short', 'data'],
  ['with spaces', 'my data'],
  ['in Chinese', '数据目录'],
  ['too long for a socket', 'x'.repeat(120)],
])('reaches the server where the path of the folder is %s', async (_, name) => {
  const data = join(root, name)
  mkdirSync(data)
  const events: string[] = []
  async function* backup(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from('one ')
    yield Buffer.from('two')
  }
  const onError = (error: unknown): void => void events.push(String(error))
  const control = await openControlSocket({ data, backup, onLeft: () => {}, onError })
  expect(statSync(findControlPath(data)).mode & 0o777).toBe(0o600)
  let text = ''
  for await (const chunk of await askServer(data)) text += chunk
  await control.close()
  expect([text, events]).toEqual(['one two', []])
  expect(existsSync(findControlPath(data))).toBe(false)
})

it('passes on why the server refused', async () => {
  const data = join(root, 'refusing')
  mkdirSync(data)
  // biome-ignore lint/correctness/useYield: it fails before there is anything
  async function* backup(): AsyncGenerator<Uint8Array, void> {
    throw new Error('Another backup is under way.')
  }
  const control = await openControlSocket({ data, backup, onLeft: () => {}, onError: () => {} })
  await expect(askServer(data)).rejects.toThrow('Another backup is under way.')
  await control.close()
})

it('ends a backup whose client left before its first byte', async () => {
  const data = join(root, 'left-early')
  mkdirSync(data)
  const events: string[] = []
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* backup(): AsyncGenerator<Uint8Array, void> {
    try {
      asked.resolve()
      await left.promise
      yield Buffer.from('one')
    } finally {
      events.push('ended')
    }
  }
  const onError = (error: unknown): void => void events.push(String(error))
  const control = await openControlSocket({ data, backup, onLeft: () => events.push('left'), onError })
  const client = request({ socketPath: findControlPath(data), method: 'POST', path: '/backup' }).end()
  client.on('error', () => {})
  await asked.promise
  client.destroy()
  // The server learns of it by an event of the socket.
  await new Promise((resolve) => client.once('close', resolve))
  await setTimeout(50)
  left.resolve()
  await expect.poll(() => events).toEqual(['ended', 'left'])
  await control.close()
})

it('names the socket that does not answer', async () => {
  const data = join(root, 'silent')
  mkdirSync(data)
  await expect(askServer(data)).rejects.toThrow('it does not answer at its control socket')
})
