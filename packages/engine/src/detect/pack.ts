/** A value with its typed arrays taken out of it, for a JSON text beside a block of bytes. */
export type Packed = { tree: unknown; arrays: TypedArray[] }

/** The kinds of array a model is made of. */
export type TypedArray = Float64Array | Float32Array

/** What stands in a tree for an array that was taken out of it. */
type ArrayStub = { $array: 'f64' | 'f32'; length: number }

/** Replaces each typed array by its kind and length, in order of first sight, and NaN and infinities by their names. */
export function pack(value: unknown): Packed {
  const arrays: TypedArray[] = []
  const walk = (node: unknown): unknown => {
    if (node instanceof Float64Array || node instanceof Float32Array) {
      arrays.push(node)
      return { $array: node instanceof Float64Array ? 'f64' : 'f32', length: node.length }
    }
    if (typeof node === 'number' && !Number.isFinite(node)) return { $number: String(node) }
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node === 'object' && node !== null)
      return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, walk(child)]))
    return node
  }
  return { tree: walk(value), arrays }
}

/** The inverse of `pack`; `read` gives the arrays in order. */
export function unpack(tree: unknown, read: (kind: 'f64' | 'f32', length: number) => TypedArray): unknown {
  if (Array.isArray(tree)) return tree.map((child) => unpack(child, read))
  if (typeof tree !== 'object' || tree === null) return tree
  if (isArrayStub(tree)) return read(tree.$array, tree.length)
  if ('$number' in tree) return Number(tree.$number)
  return Object.fromEntries(Object.entries(tree).map(([name, child]) => [name, unpack(child, read)]))
}

function isArrayStub(node: object): node is ArrayStub {
  return '$array' in node && (node.$array === 'f64' || node.$array === 'f32')
}
