import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli, type Setting } from '../../testing/run-cli.ts'
import { job } from '../../testing/samples.ts'
import { failure, startWireServer } from '../../testing/wire-server.ts'

async function bench() {
  const server = await startWireServer()
  const home = await makeHome()
  server.answer = ({ method, path, fields }) => {
    if (method !== 'POST' || path !== '/logAnalysis') return undefined
    const { filename = '' } = fields
    const result = { logs: { filename, lines: 2, records: 2, templates: 1, findings: 0 } }
    const done = job({ kind: 'logs', filename, result })
    server.jobs.set(done.id, done)
    return { body: { success: true, job: done } }
  }
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  const upload = (args: string[], setting: Setting = {}) =>
    runCli(['upload', 'logs', ...args], { homeDir: home, ...setting, env })
  return { server, home, upload }
}

describe('omen upload logs', () => {
  it('reads standard input to its end, under the name that it is given', async () => {
    const { server, upload } = await bench()
    const { json, exit } = await upload(['-', '--name', 'host1.log', '--json'], { input: 'ready\nready\n' })
    expect(exit).toBe(0)
    expect(json()).toMatchObject({ success: true, files: [{ path: 'host1.log', filename: 'f-handle-1', lines: 2 }] })
    const { content, file } = server.files.get('f-handle-1')!
    expect([String(content), file.uploadFileName]).toEqual(['ready\nready\n', 'host1.log'])
    const started = server.calls.filter(({ path }) => path === '/logAnalysis')
    expect(started.map(({ fields }) => fields.filename)).toEqual(['f-handle-1'])
  })

  it('calls it stdin.log otherwise, also in what is refused', async () => {
    const { server, upload } = await bench()
    await upload(['-'], { input: 'ready\n' })
    expect(server.files.get('f-handle-1')?.file.uploadFileName).toBe('stdin.log')
    server.answer = ({ path }) => (path === '/files' ? failure(507, 'STORAGE_QUOTA_EXCEEDED', 'No room.') : undefined)
    const refused = await upload(['-'], { input: 'ready\n' })
    expect([refused.exit, refused.stderr]).toEqual([1, expect.stringContaining('stdin.log: No room.')])
  })

  it('sends files, and refuses standard input beside it', async () => {
    const { server, home, upload } = await bench()
    const path = join(home, 'app.log')
    await writeFile(path, 'ready\n')
    expect((await upload([path])).exit).toBe(0)
    expect(String(server.files.get('f-handle-1')?.content)).toBe('ready\n')
    const before = server.calls.length
    expect(await upload(['-', path])).toMatchObject({ exit: 2, stderr: expect.stringContaining('stands alone') })
    expect(server.calls.length).toBe(before)
  })
})
