import type { DemoFault } from '@omen/sdk'
import { expect, it } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import { startWireServer } from '../testing/wire-server.ts'

const FAULT: DemoFault = { id: 'f1', kind: 'cpu-hog', node: 3, start: 1792378800000, end: 1792379100000 }

async function bench() {
  const server = await startWireServer()
  server.answer = ({ method }) =>
    method === 'GET'
      ? { status: 200, body: { success: true, faults: [FAULT] } }
      : { status: method === 'POST' ? 201 : 200, body: { success: true, fault: FAULT } }
  return { server, omen: (args: string[]) => runCli(args, { env: { OMEN_URL: server.url, OMEN_TOKEN: 'secret' } }) }
}

it('begins a fault on a node for a while', async () => {
  const { omen, server } = await bench()
  const { stdout, exit } = await omen(['demo', 'fault', 'cpu-hog', '--node', '3', '--for', '5m'])
  expect(exit).toBe(0)
  expect(stdout).toMatch(/cpu-hog +node3 +2026-10-19 05:00 .* f1/)
  expect(server.calls.at(-1)!.fields).toEqual({ kind: 'cpu-hog', node: 3, minutes: 5 })
})

it('names the kinds there are where it does not know one', async () => {
  const { omen } = await bench()
  const { exit, stderr } = await omen(['demo', 'fault', 'earthquake'])
  expect(exit).toBe(2)
  expect(stderr).toContain('instance-down')
})

it('lists faults, and ends one', async () => {
  const { omen, server } = await bench()
  expect((await omen(['demo', 'faults', '--jq', '.faults[].id'])).stdout).toBe('f1\n')
  await omen(['demo', 'end', 'f1'])
  expect(server.lines().at(-1)).toBe('DELETE /demo-faults/f1')
})

it('says that there are no faults', async () => {
  const { omen, server } = await bench()
  server.answer = () => ({ status: 200, body: { success: true, faults: [] } })
  const { stdout, stderr, exit } = await omen(['demo', 'faults'])
  expect([exit, stdout]).toEqual([0, ''])
  expect(stderr).toContain('No faults.')
})
