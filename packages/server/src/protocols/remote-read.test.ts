import { describe, expect, it } from 'vitest'
import { bytesField, doubleField, numberField, textField } from '../testing/protobuf-writer.ts'
import { createReadResponseWriter } from './remote-read.ts'

describe('createReadResponseWriter', () => {
  it('writes series of any length as protobuf has them, the labels sorted', () => {
    const times = [0, 127, 128, 2 ** 28 - 1, 2 ** 28, 2 ** 35, 1_795_413_913_573]
    const [host, job] = ['hö'.repeat(100), '']
    const writer = createReadResponseWriter()
    writer.add({
      labels: { job, host },
      times: Float64Array.from(times),
      values: Float64Array.from(times, Math.sqrt),
    })
    const label = (name: string, value: string) => bytesField(1, textField(1, name), textField(2, value))
    const samples = times.map((time) => bytesField(2, doubleField(1, Math.sqrt(time)), numberField(2, time)))
    const series = bytesField(1, label('host', host), label('job', job), ...samples)
    for (let more = 0; more < 999; more++)
      writer.add({ labels: {}, times: Float64Array.of(1), values: Float64Array.of(2) })
    const others = Array.from({ length: 999 }, () => bytesField(1, bytesField(2, doubleField(1, 2), numberField(2, 1))))
    writer.endQuery()
    writer.endQuery()
    expect([...writer.end()]).toEqual([...bytesField(1, series, ...others), ...bytesField(1)])
  })
})
