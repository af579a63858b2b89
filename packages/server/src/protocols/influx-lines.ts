import type { DecodedBatch, InfluxPrecision, LiveSeries } from '../ports/decoded-batch.ts'
import type { SeriesTable } from '../ports/series-table.ts'
import { type BatchBuilder, createBatchBuilder } from './batch-builder.ts'
import type { BatchCount } from './batch-count.ts'
import { toLiveSeries } from './live-series.ts'
import type { RejectPlace } from './reject-list.ts'

/** Digits to cut off, or milliseconds to multiply by. */
const units: Readonly<Record<InfluxPrecision, { cut: number } | { ms: number }>> = {
  ns: { cut: 6 },
  us: { cut: 3 },
  ms: { ms: 1 },
  s: { ms: 1000 },
  m: { ms: 60_000 },
  h: { ms: 3_600_000 },
}

type Decode = (body: Uint8Array, known: SeriesTable, count: BatchCount, receivedAt: number) => DecodedBatch

/**
 * InfluxDB line protocol: `measurement,tag=value field=1,other=2i time`. A field is a metric, called measurement_field, or as the
 * measurement where the field is `value`; the tag `host`, else `instance`, is the instance, other tags are labels. A line without a
 * time has that of its arrival. https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/
 */
export function createInfluxDecoder(precision: InfluxPrecision): Decode {
  return (body, known, count, receivedAt) => {
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    } catch {
      return { kind: 'unreadable', message: 'is not valid UTF-8' }
    }
    const builder = createBatchBuilder(known, count)
    const reader = new LineReader(text, builder, (time) => readTime(time, precision) ?? receivedAt)
    while (!reader.isAtEnd) reader.readLine()
    return { kind: 'points', ...builder.build() }
  }
}

/** Undefined for no time; `text` is a whole number. */
function readTime(text: string, precision: InfluxPrecision): number | undefined {
  if (text === '') return undefined
  const unit = units[precision]
  // Nanoseconds have more digits than a number holds
  return 'ms' in unit ? Number(text) * unit.ms : Number(text.slice(0, -unit.cut))
}

interface Field {
  readonly name: string
  readonly text: string
}

const numeric = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const whole = /^[+-]?\d+[iu]$/
const truth = /^(t|T|true|True|TRUE)$/
const falsehood = /^(f|F|false|False|FALSE)$/

/** Reads line after line: a text in quotes may contain the end of a line. */
class LineReader {
  readonly #text: string
  readonly #builder: BatchBuilder
  readonly #timeOf: (text: string) => number
  #at = 0
  #line = 1

  constructor(text: string, builder: BatchBuilder, timeOf: (text: string) => number) {
    this.#text = text
    this.#builder = builder
    this.#timeOf = timeOf
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  readLine(): void {
    const place = { line: this.#line }
    this.#skip(' ')
    const first = this.#text[this.#at]
    if (first !== undefined && first !== '\n' && first !== '\r' && first !== '#') {
      const fault = this.#addPoints(place)
      if (fault) this.#builder.reject('malformed', fault, place)
    }
    this.#endLine()
  }

  /** Adds a point a field; returns what is wrong with the line. */
  #addPoints(place: RejectPlace): string | undefined {
    const head = this.#takeUntil(' ', '\n')
    if (this.#text[this.#at] !== ' ') return 'A line has no fields.'
    this.#skip(' ')
    const fields: Field[] = []
    for (;;) {
      const field = this.#takeField()
      if (field === undefined) return 'A field is not written as name=value.'
      fields.push(field)
      if (this.#text[this.#at] !== ',') break
      this.#at++
    }
    this.#skip(' ')
    const time = this.#takeUntil('\n').trim()
    if (!/^(-?\d+)?$/.test(time)) return 'The time of a line is not a whole number.'
    for (const field of fields) this.#addField(head, field, this.#timeOf(time), place)
    return undefined
  }

  #addField(head: string, { name, text }: Field, time: number, place: RejectPlace): void {
    const value = readValue(text)
    if (value === undefined || !Number.isFinite(value)) {
      const { reason, message } = fieldFault(text, value)
      return void this.#builder.reject(reason, `${message}: ${name.slice(0, 200)}.`, place)
    }
    const index = this.#builder.seriesIndex(`${head} ${name}`, () => {
      const series = readSeries(head, name)
      if (typeof series !== 'string') return series
      return void this.#builder.reject('malformed', series, place)
    })
    if (index !== undefined) this.#builder.add(index, time, value)
  }

  #takeField(): Field | undefined {
    const name = this.#takeUntil('=', ' ', ',', '\n')
    if (name === '' || this.#text[this.#at] !== '=') return undefined
    this.#at++
    const text = this.#text[this.#at] === '"' ? this.#takeText() : this.#takeUntil(',', ' ', '\n').trimEnd()
    return text ? { name: unescapeName(name), text } : undefined
  }

  /** A text with its quotes; undefined where it has no end. */
  #takeText(): string | undefined {
    const [start, line] = [this.#at++, this.#line]
    for (; !this.isAtEnd; this.#at++) {
      const character = this.#text[this.#at]
      if (character === '\\') this.#at++
      else if (character === '\n') this.#line++
      else if (character === '"') return this.#text.slice(start, ++this.#at)
    }
    // The next line is read on its own. It cannot take as long again: no quote is left
    ;[this.#at, this.#line] = [start, line]
    return undefined
  }

  /** Up to one of the characters, unless a backslash stands before it. */
  #takeUntil(...ends: string[]): string {
    const start = this.#at
    for (; !this.isAtEnd; this.#at++) {
      const character = this.#text[this.#at]!
      if (character === '\\' && this.#text[this.#at + 1] !== '\n') this.#at++
      else if (ends.includes(character)) break
    }
    return this.#text.slice(start, this.#at)
  }

  #skip(character: string): void {
    while (this.#text[this.#at] === character) this.#at++
  }

  #endLine(): void {
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end + 1
    this.#line++
  }
}

/** Undefined for a text, and for what is no value. */
function readValue(text: string): number | undefined {
  if (numeric.test(text)) return Number(text)
  if (whole.test(text)) return Number(text.slice(0, -1))
  if (truth.test(text)) return 1
  return falsehood.test(text) ? 0 : undefined
}

function fieldFault(text: string, value: number | undefined): { reason: 'unsupported' | 'malformed'; message: string } {
  if (value !== undefined) return { reason: 'malformed', message: 'The value of a field is not a finite number' }
  if (text.startsWith('"')) return { reason: 'unsupported', message: 'Fields with a text are not stored' }
  return { reason: 'malformed', message: 'The value of a field is no number, truth value or text' }
}

/** Or what is wrong with the tags. */
function readSeries(head: string, field: string): LiveSeries | string {
  const [measurement = '', ...tags] = head.split(/(?<!\\),/)
  const labels: Record<string, string> = Object.create(null)
  for (const tag of tags) {
    const [name, value, ...more] = tag.split(/(?<!\\)=/)
    if (!name || !value || more.length > 0) return 'A tag is not written as name=value.'
    const label = unescapeName(name)
    if (label in labels) return `A line has two tags of one name: ${label.slice(0, 200)}.`
    labels[label] = unescapeName(value)
  }
  const place = ['host', 'instance'].find((name) => name in labels)
  const instance = place && labels[place]
  if (place) delete labels[place]
  const metric = unescapeName(measurement)
  return toLiveSeries({ metric: field === 'value' ? metric : `${metric}_${field}`, instance, labels })
}

function unescapeName(text: string): string {
  return text.replace(/\\([,= ])/g, '$1')
}
