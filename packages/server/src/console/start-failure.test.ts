import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { defaultSettings } from '../config/load-settings.ts'
import { describeFailure } from './start-failure.ts'

const settings = defaultSettings({ data: '/srv/omen/data', syslogPort: 514 })
const failure = (code: string, more: object) => Object.assign(new Error(`${code}: it failed`), { code, ...more })

/** The error of a real socket, so that its fields are Node's own. */
async function failToListen(port: number, host: string): Promise<Error> {
  const server = createServer().listen(port, host)
  const [error] = await once(server, 'error')
  return error
}

test('an address that the machine does not have is named, with the setting', async () => {
  const host = '203.0.113.7'
  expect(describeFailure(await failToListen(7070, host), { ...settings, host })).toContain(
    'This machine has no address 203.0.113.7 to listen on',
  )
  const unknown = 'nowhere.invalid'
  expect(describeFailure(await failToListen(7070, unknown), { ...settings, host: unknown })).toContain(
    'This machine has no address nowhere.invalid to listen on',
  )
})

test.each([
  [failure('EACCES', { syscall: 'listen', port: 81 }), 'This user may not listen on port 81', 'OMEN_PORT'],
  [failure('EACCES', { syscall: 'listen', port: 514 }), 'This user may not listen on port 514', 'OMEN_SYSLOG_PORT'],
  [
    failure('EACCES', { syscall: 'mkdir', path: '/srv/omen' }),
    '/srv/omen may not be read or written by this user',
    'chown',
  ],
  [
    failure('EROFS', { syscall: 'open', path: '/srv/omen/data/secret.key' }),
    'file system that is read-only',
    'OMEN_DATA',
  ],
  [failure('EMFILE', { syscall: 'open', path: '/lib/x' }), 'may not open as many files', 'ulimit -n'],
  [failure('ENOSPC', { syscall: 'write' }), 'The disk of the data folder is full', 'free space'],
])('%s is a sentence with what to do', (error, cause, advice) => {
  const sentence = describeFailure(error, settings)!
  expect(sentence).toContain(cause)
  expect(sentence).toContain(advice)
})

test('an error of another kind has no sentence', () => {
  expect(describeFailure(failure('EACCES', { syscall: 'open', path: '/etc/shadow' }), settings)).toBeUndefined()
  expect(describeFailure(new TypeError('x is not a function'), settings)).toBeUndefined()
})
