import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeHome, runCli } from '../../testing/run-cli.ts'
import { detection } from '../../testing/samples.ts'
import { failure, startWireServer } from '../../testing/wire-server.ts'

it('omen publish file tells of rejected lines, whatever becomes of the publication', async () => {
  const server = await startWireServer()
  const homeDir = await makeHome()
  const path = join(homeDir, 'half.csv')
  await writeFile(path, 'a')
  const note = '40 lines of half.csv were rejected and not used.'
  server.detections.set('half.csv', detection({ periods: [], notes: [note] }))
  server.answer = (call) =>
    call.path.startsWith('/publish') ? failure(422, 'TOO_MANY_PUBLISHED', 'There are too many.') : undefined
  const args = ['publish', 'file', path, '--model', 'checkout', '--name', 'nightly', '--system', 'MySQL']
  const { exit, stderr } = await runCli(args, { homeDir, env: { OMEN_URL: server.url, OMEN_TOKEN: 'secret' } })
  expect(exit).toBe(1)
  expect(stderr).toMatch(/half\.csv: 40 lines of half\.csv were rejected and not used\.\nomen: There are too many\./)
})
