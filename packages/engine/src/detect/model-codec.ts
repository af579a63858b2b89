import { localClock } from '../series/local-clock.ts'
import { checksum } from '../stats/checksum.ts'
import type { Model, ModelHeader } from './model.ts'
import { MODEL_TYPES } from './model-type.ts'

/** A model as plain JSON and bytes. */
export type EncodedModel = { header: ModelHeader; weights: Uint8Array }

/** 'OMEN' and the version of the layout: magic, checksum of the rest, length of the JSON text; text; arrays at multiples of 8. */
const MAGIC = 0x4e454d4f
/** 2: columns may be on a log scale; 3: runs have limits. Weights of layout 1 and 2, which have none, are read as they are. */
const LAYOUT = 3
const OLDEST_LAYOUT = 1
const PREFIX = 16

/** The kinds of array a model is made of. */
type TypedArray = Float64Array | Float32Array

/** Writes a model down, little-endian; the same model gives the same bytes. */
export function encodeModel(model: Model): EncodedModel {
  const { format, modelType, series, stepMs, trainedFrom, trainedTo, rows, calibration, timeZone, ...parameters } =
    model
  const facts: ModelHeader = { format, modelType, series, stepMs, trainedFrom, trainedTo, rows, calibration }
  const header = timeZone === undefined ? facts : { ...facts, timeZone }
  const { tree, arrays } = pack({ modelType, parameters })
  const text = asciiJson(tree)
  const size = PREFIX + align(text.length) + arrays.reduce((sum, array) => sum + align(array.byteLength), 0)
  const weights = new Uint8Array(size)
  const view = new DataView(weights.buffer)
  for (let k = 0; k < text.length; k++) weights[PREFIX + k] = text.charCodeAt(k)
  let at = PREFIX + align(text.length)
  for (const array of arrays) {
    writeArray(view, at, array)
    at += align(array.byteLength)
  }
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, LAYOUT, true)
  view.setUint32(8, text.length, true)
  view.setUint32(12, checksum(weights.subarray(PREFIX)), true)
  return { header: structuredCloneOf(header), weights }
}

/** Reads a model back. Throws RangeError where header or weights are damaged, of another version, or not of one another, and for an unknown time zone. */
export function decodeModel(header: unknown, weights: Uint8Array): Model {
  const facts = requireHeader(header)
  const view = new DataView(weights.buffer, weights.byteOffset, weights.byteLength)
  const isOurs = weights.length >= PREFIX && view.getUint32(0, true) === MAGIC
  if (!isOurs) throw new RangeError('these are not the weights of a model')
  const layout = view.getUint32(4, true)
  if (layout < OLDEST_LAYOUT || layout > LAYOUT) throw new RangeError('the weights are of another version')
  if (checksum(weights.subarray(PREFIX)) !== view.getUint32(12, true)) throw new RangeError('the weights are damaged')
  const length = view.getUint32(8, true)
  let text = ''
  for (let k = 0; k < length; k++) text += String.fromCharCode(weights[PREFIX + k]!)
  let at = PREFIX + align(length)
  const body = unpack(JSON.parse(text), (kind, count) => {
    const array = readArray(view, at, kind, count)
    at += align(array.byteLength)
    return array
  }) as { modelType: string; parameters: Omit<Model, keyof ModelHeader> }
  if (body.modelType !== facts.modelType || body.parameters.columns.length !== facts.series.length)
    throw new RangeError('header and weights belong to different models')
  return { ...facts, ...body.parameters }
}

/** A value with its typed arrays taken out of it, for a JSON text beside a block of bytes. */
type Packed = { tree: unknown; arrays: TypedArray[] }

/** What stands in a tree for an array that was taken out of it. */
type ArrayStub = { $array: 'f64' | 'f32'; length: number }

/** Replaces each typed array by its kind and length, in order of first sight, and NaN and infinities by their names. */
function pack(value: unknown): Packed {
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
function unpack(tree: unknown, read: (kind: 'f64' | 'f32', length: number) => TypedArray): unknown {
  if (Array.isArray(tree)) return tree.map((child) => unpack(child, read))
  if (typeof tree !== 'object' || tree === null) return tree
  if (isArrayStub(tree)) return read(tree.$array, tree.length)
  if ('$number' in tree) return Number(tree.$number)
  return Object.fromEntries(Object.entries(tree).map(([name, child]) => [name, unpack(child, read)]))
}

function isArrayStub(node: object): node is ArrayStub {
  return '$array' in node && (node.$array === 'f64' || node.$array === 'f32')
}

function requireHeader(header: unknown): ModelHeader {
  if (typeof header !== 'object' || header === null) throw new RangeError('a model header is an object')
  const facts = header as Partial<ModelHeader>
  if (facts.format !== 1) throw new RangeError(`model format ${String(facts.format)} is not known`)
  if (facts.modelType === undefined || !MODEL_TYPES.includes(facts.modelType))
    throw new RangeError('the header names no known modelType')
  const isWhole =
    Array.isArray(facts.series) &&
    facts.series.every((key) => typeof key?.id === 'string' && typeof key.metric === 'string') &&
    [facts.stepMs, facts.trainedFrom, facts.trainedTo, facts.rows].every((value) => typeof value === 'number') &&
    Array.isArray(facts.calibration?.points)
  if (!isWhole) throw new RangeError('the model header is damaged')
  localClock(facts.timeZone)
  return facts as ModelHeader
}

/** JSON in ASCII alone, so that a character is a byte. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function structuredCloneOf(header: ModelHeader): ModelHeader {
  return JSON.parse(JSON.stringify(header)) as ModelHeader
}

function align(bytes: number): number {
  return (bytes + 7) & ~7
}

function writeArray(view: DataView, at: number, array: TypedArray): void {
  const size = array.BYTES_PER_ELEMENT
  for (let k = 0; k < array.length; k++) {
    if (size === 8) view.setFloat64(at + k * 8, array[k]!, true)
    else view.setFloat32(at + k * 4, array[k]!, true)
  }
}

function readArray(view: DataView, at: number, kind: 'f64' | 'f32', length: number): TypedArray {
  const size = kind === 'f64' ? 8 : 4
  if (at + length * size > view.byteLength) throw new RangeError('the weights are cut off')
  const array = kind === 'f64' ? new Float64Array(length) : new Float32Array(length)
  for (let k = 0; k < length; k++)
    array[k] = kind === 'f64' ? view.getFloat64(at + k * 8, true) : view.getFloat32(at + k * 4, true)
  return array
}
