import { bytesField, numberField, textField, varint } from '../../packages/server/src/testing/protobuf-writer.ts'

export const REMOTE_WRITE_HEADERS = { 'Content-Type': 'application/x-protobuf', 'Content-Encoding': 'snappy' }

/** Of one series with one sample. */
export const MAX_SERIES_BYTES = 256

/** Labels of a series of a Prometheus that scrapes many hosts, encoded. */
export function labelsOf(series: number): Uint8Array {
  const labels = {
    __name__: 'node_network_receive_bytes_total',
    device: `eth${series % 16}`,
    instance: `host-${series >> 4}.example.com:9100`,
    job: 'bench',
  }
  const fields = Object.entries(labels).map(([name, value]) => bytesField(1, textField(1, name), textField(2, value)))
  return Uint8Array.from(fields.flat())
}

/** A `TimeSeries` with one sample; returns where it ends. */
export function writeSeries(body: Buffer, start: number, labels: Uint8Array, time: number, value: number): number {
  const timeField = numberField(2, time)
  const sample = 9 + timeField.length
  const head = [0x0a, ...varint(labels.length + 2 + sample)]
  body.set(head, start)
  let at = start + head.length
  body.set(labels, at)
  at += labels.length
  body.set([0x12, sample, 9], at)
  body.writeDoubleLE(value, at + 3)
  body.set(timeField, at + 11)
  return at + 11 + timeField.length
}
