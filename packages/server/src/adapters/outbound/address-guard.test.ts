import { expect, test } from 'vitest'
import { createAddressGuard } from './address-guard.ts'

const strict = createAddressGuard([])

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  'fc00::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '3fff::1',
  '100::1',
  '5f00::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:10.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::8.8.8.8',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
])('%s is refused', (address) => {
  expect(strict.allows('name.example', address)).toBe(false)
})

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.128.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
])('%s is public', (address) => {
  expect(strict.allows('name.example', address)).toBe(true)
})

test('odd forms of addresses in a URL are addresses, too', () => {
  const hosts = ['2130706433', '0x7f.1', '017700000001', '127.1', '[::ffff:127.0.0.1]', '[::1]', '①②⑦.0.0.1']
  for (const host of hosts)
    expect(() => strict.requireLiteral(new URL(`http://${host}/`).hostname)).toThrow(/not a public address/)
  expect(() => strict.requireLiteral('hooks.example')).not.toThrow()
})

test('what the operator allows: networks, addresses, names, and all', () => {
  const guard = createAddressGuard(['10.1.0.0/16', '192.168.0.7', 'fd00::/8', 'grafana.internal', '.corp.example'])
  const allowed = ['10.1.2.3', '192.168.0.7', 'fd12::1', '::ffff:10.1.2.3', '64:ff9b::10.1.2.3']
  for (const address of allowed) expect([address, guard.allows('any', address)]).toEqual([address, true])
  for (const address of ['10.2.0.1', '192.168.0.8', 'fc00::1']) expect(guard.allows('any', address)).toBe(false)
  expect(guard.allows('Grafana.internal', '127.0.0.1')).toBe(true)
  expect(guard.allows('a.corp.example', '127.0.0.1')).toBe(true)
  expect(guard.allows('notcorp.example', '127.0.0.1')).toBe(false)
  expect(guard.allows('corp.example', '127.0.0.1')).toBe(false)
  expect(createAddressGuard(['*']).allows('any', '169.254.169.254')).toBe(true)
})

test('before a proxy resolves a name, this machine is refused by its name', () => {
  for (const host of ['localhost', 'LOCALHOST.', 'x.localhost', '[::1]'])
    expect(() => strict.requireName(host)).toThrow(/OMEN_OUTBOUND_ALLOW/)
  expect(() => strict.requireName('hooks.example')).not.toThrow()
  expect(() => createAddressGuard(['localhost']).requireName('localhost')).not.toThrow()
})
