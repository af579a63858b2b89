/** Pieces of protobuf messages, for tests and measurements that send them. */
export type Bytes = readonly number[] | Uint8Array

export function varint(value: number | bigint): number[] {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return [...bytes, Number(rest)]
}

export function numberField(field: number, value: number | bigint): number[] {
  return [...varint(field * 8), ...varint(value)]
}

export function doubleField(field: number, value: number): number[] {
  return [...varint(field * 8 + 1), ...new Uint8Array(new Float64Array([value]).buffer)]
}

export function bytesField(field: number, ...parts: Bytes[]): number[] {
  const bytes = parts.flatMap((part) => [...part])
  return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes]
}

export function textField(field: number, text: string): number[] {
  return bytesField(field, new TextEncoder().encode(text))
}
