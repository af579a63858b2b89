import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeHome, runCli, type Setting } from '../testing/run-cli.ts'
import { model } from '../testing/samples.ts'
import { failure, startWireServer } from '../testing/wire-server.ts'

async function bench() {
  const server = await startWireServer()
  server.models = [model(), model({ id: 'm2', modelName: 'search' })]
  const env = { OMEN_URL: server.url, OMEN_TOKEN: 'secret' }
  return { server, omen: (args: string[], setting: Setting = {}) => runCli(['api', ...args], { ...setting, env }) }
}

describe('omen api', () => {
  it('calls an operation with the credentials, with fields in the query of a GET', async () => {
    const { server, omen } = await bench()
    const { exit, json } = await omen(['get', '/models', '--field', 'q=sea', '--json'])
    expect(exit).toBe(0)
    expect(json()).toMatchObject({ models: [{ modelName: 'search' }] })
    expect(server.calls[0]?.query.get('q')).toBe('sea')
  })

  it('sends fields as typed JSON, as a form, or a file as it is', async () => {
    const { server, omen } = await bench()
    await omen(['POST', 'models/m1/promote', '--field', 'version=2'])
    expect(server.calls[0]?.fields).toEqual({ version: 2 })
    await omen(['POST', '/upload-display', '--form', '--field', 'modelName=checkout'])
    expect(server.calls[1]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(server.calls[1]?.fields).toEqual({ modelName: 'checkout' })
    const file = join(await makeHome(), 'body.json')
    await writeFile(file, '{"userNames":["bobby1"]}')
    await omen(['POST', '/models/m1/share', '--input', file])
    expect(server.calls[2]?.fields).toEqual({ userNames: ['bobby1'] })
    await omen(['POST', '/models/m1/share', '--input', '-'], { input: '{"userNames":[]}' })
    expect(server.calls[3]?.fields).toEqual({ userNames: [] })
  })

  it('refuses a header that cannot be sent, without showing its value', async () => {
    const { server, omen } = await bench()
    const { exit, stderr } = await omen(['GET', '/models', '--header', 'X-Key: s3c\nret'])
    expect([exit, server.calls]).toEqual([2, []])
    expect(stderr).toContain('--header X-Key')
    expect(stderr).not.toContain('s3c')
  })

  it('fails like any other command', async () => {
    const { server, omen } = await bench()
    expect(await omen(['GET', '/models/none'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('no such thing'),
    })
    server.answer = () => failure(401, 'UNAUTHENTICATED', 'Sign in first.')
    const refused = await omen(['GET', '/models', '--json'])
    expect(refused.exit).toBe(4)
    expect(JSON.parse(refused.stderr)).toMatchObject({ code: 'UNAUTHENTICATED', requestId: 'r-1' })
  })

  it.each([
    [['FETCH', '/models'], '"FETCH" is not a method'],
    [['GET', 'https://evil.example/models'], 'is not a path of the API'],
    [['GET', '/../../admin'], 'is not a path of the API'],
    [['POST', '/models', '--field', 'x'], 'Write it like name=value.'],
  ])('refuses %j before anything is sent', async (args, message) => {
    const { server, omen } = await bench()
    const { exit, stderr } = await omen(args)
    expect(exit).toBe(2)
    expect(stderr).toContain(message)
    expect(server.calls).toEqual([])
  })
})

describe('--jq and --fields', () => {
  it('write what a program needs: bare strings, a line for each output', async () => {
    const { omen } = await bench()
    expect((await omen(['GET', '/models', '--jq', '.models[].modelName'])).stdout).toBe('checkout\nsearch\n')
    expect((await omen(['GET', '/models', '--jq', '[.models[] | select(.id == "m2")] | length'])).stdout).toBe('1\n')
    expect((await omen(['GET', '/models', '--jq', 'empty'])).stdout).toBe('')
  })

  it('write only the fields that are named, in lists too', async () => {
    const { omen } = await bench()
    const { json } = await omen(['GET', '/models', '--fields', 'models.modelName,page.total'])
    expect(json()).toEqual({ models: [{ modelName: 'checkout' }, { modelName: 'search' }], page: { total: 2 } })
  })

  it.each([
    [['--jq', '.['], '--jq .['],
    [['--fields', 'models.colour'], 'there is no "models.colour"'],
    [['--fields', ','], 'names no field'],
    [['--fields', ' '], '--fields <names> is empty'],
    [['--fields', 'models', '--jq', '.'], 'exclude each other'],
    [['--jq', '.', '--format', 'text'], 'exclude each other'],
  ])('refuse %j', async (args, message) => {
    const { omen } = await bench()
    const { exit, stderr } = await omen(['GET', '/models', ...args])
    expect(exit).toBe(2)
    expect(JSON.parse(stderr).message).toContain(message)
  })
})
