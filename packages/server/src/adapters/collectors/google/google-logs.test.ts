import { expect, test } from 'vitest'
import { readLogEntry } from './google-logs.ts'

const TIMESTAMP = '2026-11-23T22:00:00.5Z'
const TIME = Date.parse(TIMESTAMP)

test('names the machine as metrics do, and keeps what is below a millisecond', () => {
  const entry = {
    timestamp: '2026-11-23T22:00:00.123456Z',
    severity: 'WARNING',
    logName: 'projects/p/logs/syslog',
    resource: { type: 'gce_instance', labels: { instance_id: '4711', zone: 'europe-west3-a' } },
    labels: { 'compute.googleapis.com/resource_name': 'web-1' },
    textPayload: 'disk is full\n',
  }
  expect(readLogEntry(entry)).toEqual({
    time: Date.parse('2026-11-23T22:00:00.123Z'),
    nanos: 456_000,
    instance: 'web-1',
    service: 'syslog',
    severity: 13,
    line: 'disk is full',
    attributes: { instance_id: '4711', zone: 'europe-west3-a', 'compute.googleapis.com/resource_name': 'web-1' },
  })
})

test('names pod and container', () => {
  const labels = { pod_name: 'cart-1', container_name: 'cart', namespace_name: 'shop' }
  const entry = {
    timestamp: TIMESTAMP,
    resource: { type: 'k8s_container', labels },
    jsonPayload: { message: 'up', port: 80 },
  }
  expect(readLogEntry(entry)).toMatchObject({
    instance: 'cart-1',
    service: 'cart',
    line: 'up',
    attributes: { ...labels, port: 80 },
  })
})

test.each([
  ['a message in a payload', { jsonPayload: { msg: 'hello' } }, 'hello'],
  ['a payload without message', { jsonPayload: { a: 1 } }, '{"a":1}'],
  ['an audit record', { protoPayload: { methodName: 'delete' } }, '{"methodName":"delete"}'],
  ['a request', { httpRequest: { requestMethod: 'GET', requestUrl: '/a', status: 200 } }, 'GET /a 200'],
])('reads %s', (_, payload, line) => {
  expect(readLogEntry({ timestamp: TIMESTAMP, ...payload })).toMatchObject({ time: TIME, line })
})

test.each([
  [{ textPayload: 'x' }],
  [{ timestamp: TIMESTAMP }],
  [{ timestamp: 'soon', textPayload: 'x' }],
  [null],
  ['text'],
])('leaves out %j', (entry) => {
  expect(readLogEntry(entry)).toBeUndefined()
})
