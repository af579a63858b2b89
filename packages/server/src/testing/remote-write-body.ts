import { type Bytes, bytesField, doubleField, numberField, textField, varint } from './protobuf-writer.ts'

export interface SentSeries {
  readonly labels: Readonly<Record<string, string>>
  readonly samples: readonly (readonly [time: number, value: number | Bytes])[]
  readonly histograms?: number
  readonly type?: number
  readonly unit?: string
}

export interface SentMetadata {
  readonly metric: string
  readonly type: number
  readonly unit?: string
}

/** A `prometheus.WriteRequest`. A value may be given by its eight bytes. */
export function writeRequest(series: readonly SentSeries[], metadata: readonly SentMetadata[] = []): Uint8Array {
  const parts = series.map(({ labels, samples, histograms = 0 }) =>
    bytesField(
      1,
      ...Object.entries(labels).map(([name, value]) => bytesField(1, textField(1, name), textField(2, value))),
      ...samples.map(([time, value]) => bytesField(2, valueField(value), numberField(2, time))),
      ...Array.from({ length: histograms }, () => bytesField(4, numberField(1, 1))),
    ),
  )
  const said = metadata.map(({ metric, type, unit = '' }) =>
    bytesField(3, numberField(1, type), textField(2, metric), textField(4, 'help'), textField(5, unit)),
  )
  return Buffer.concat([...parts, ...said].map((part) => Uint8Array.from(part)))
}

/** An `io.prometheus.write.v2.Request`. */
export function writeRequest2(series: readonly SentSeries[]): Uint8Array {
  const symbols = ['']
  const ref = (text: string): number => {
    const found = symbols.indexOf(text)
    return found >= 0 ? found : symbols.push(text) - 1
  }
  const parts = series.map(({ labels, samples, histograms = 0, type = 0, unit = '' }) =>
    bytesField(
      5,
      bytesField(1, ...Object.entries(labels).flatMap(([name, value]) => [varint(ref(name)), varint(ref(value))])),
      ...samples.map(([time, value]) => bytesField(2, valueField(value), numberField(2, time))),
      ...Array.from({ length: histograms }, () => bytesField(3, numberField(1, 1))),
      bytesField(5, numberField(1, type), numberField(4, ref(unit))),
    ),
  )
  return Buffer.concat([...symbols.map((text) => textField(4, text)), ...parts].map((part) => Uint8Array.from(part)))
}

function valueField(value: number | Bytes): number[] {
  return typeof value === 'number' ? doubleField(1, value) : [9, ...value]
}
