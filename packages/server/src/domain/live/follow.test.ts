import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the events of a project', () => {
  it('go on when it is renamed, and end with the reason when it is removed', async () => {
    const owner = await server.signUp('owner001')
    await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
    const headers = { Accept: 'text/event-stream', cookie: owner.cookie! }
    const { body } = await fetch(`${server.api}liveAnalysis?projectName=shop`, { headers })
    let text = ''
    const reading = body!.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write(chunk) {
          text += chunk
        },
      }),
    )
    // Within less than the time after which an event comes anyway
    const soon = { timeout: 10_000 }
    await expect.poll(() => text, soon).toContain('"projectName":"shop"')
    await owner.patch('projects/shop', { projectName: 'store' })
    await expect.poll(() => text, soon).toContain('"projectName":"store"')
    await owner.post('remove-project', { projectName: 'store', confirm: 'store' })
    await reading
    expect(text).toMatch(/event: removed\ndata: \{"message":"The project was removed\."\}\n\n$/)
  })
})
