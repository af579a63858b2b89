import type { DecodedBatch, InfluxPrecision, LiveSeries } from '../ports/decoded-batch.ts'
import type { SeriesTable } from '../ports/series-table.ts'
import { type BatchBuilder, createBatchBuilder } from './batch-builder.ts'
import type { BatchCount } from './batch-count.ts'
import { toLiveSeries } from './live-series.ts'
import type { RejectPlace } from './reject-list.ts'

/** Digits to cut off, or milliseconds to multiply by. */
const UNITS: Readonly<Record<InfluxPrecision, { cut: number } | { ms: number }>> = {
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
  const unit = UNITS[precision]
  // Nanoseconds have more digits than a number holds
  return 'ms' in unit ? Number(text) * unit.ms : Number(text.slice(0, -unit.cut))
}

interface Field {
  readonly name: string
  readonly text: string
}

/** Characters of a line that are shown. */
const MAX_SHOWN = 80
const NUMERIC = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const WHOLE = /^[+-]?\d+[iu]$/
const TRUTH = /^(t|T|true|True|TRUE)$/
const FALSEHOOD = /^(f|F|false|False|FALSE)$/

/** Reads line after line: a text in quotes may contain the end of a line. */
class LineReader {
  readonly #text: string
  readonly #builder: BatchBuilder
  readonly #timeOf: (text: string) => number
  #at = 0
  #line = 1
  /** Where the line begins. */
  #start = 0

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
    this.#start = this.#at
    const first = this.#text[this.#at]
    if (first !== undefined && first !== '\n' && first !== '\r' && first !== '#') {
      const fault = this.#addPoints(place)
      if (fault) this.#reject(fault, place)
    }
    this.#endLine()
  }

  /** Adds a point a field; returns what is wrong with the line. */
  #addPoints(place: RejectPlace): string | undefined {
    const head = this.#takeUntil(' ', '\n')
    if (this.#text[this.#at] !== ' ') return 'missing fields'
    this.#skip(' ')
    const fields: Field[] = []
    for (;;) {
      const field = this.#takeField()
      if (typeof field === 'string') return field
      fields.push(field)
      if (this.#text[this.#at] !== ',') break
      this.#at++
    }
    this.#skip(' ')
    const time = this.#takeUntil('\n').trim()
    if (!/^(-?\d+)?$/.test(time)) return 'bad timestamp'
    for (const field of fields) this.#addField(head, field, this.#timeOf(time), place)
    return undefined
  }

  #addField(head: string, { name, text }: Field, time: number, place: RejectPlace): void {
    const value = readValue(text)
    if (value === undefined || !Number.isFinite(value)) {
      if (text.startsWith('"'))
        this.#builder.reject('unsupported', `Fields with a text are not stored: ${name.slice(0, 200)}.`, place)
      else this.#reject(value === undefined ? 'invalid field value' : 'number out of range', place, name)
      return
    }
    const index = this.#builder.seriesIndex(`${head} ${name}`, () => {
      const fault = tagFault(head)
      return fault === undefined ? readSeries(head, name) : void this.#reject(fault, place)
    })
    if (index !== undefined) this.#builder.add(index, time, value)
  }

  /** As InfluxDB writes it: the start of the line, and what is wrong with it. */
  #reject(fault: string, place: RejectPlace, name?: string): void {
    const end = this.#text.indexOf('\n', this.#start)
    const line = this.#text.slice(this.#start, end < 0 ? undefined : end).trimEnd()
    const shown = line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)}…`
    const field = name === undefined ? '' : ` of ${name.slice(0, 200)}`
    this.#builder.reject('malformed', `unable to parse '${shown.toWellFormed()}': ${fault}${field}.`, place, fault)
  }

  /** Or what is wrong with it. */
  #takeField(): Field | string {
    const name = this.#takeUntil('=', ' ', ',', '\n')
    if (this.#text[this.#at] !== '=') return 'invalid field format'
    if (name === '') return 'missing field key'
    this.#at++
    const text = this.#text[this.#at] === '"' ? this.#takeText() : this.#takeUntil(',', ' ', '\n').trimEnd()
    if (text === undefined) return 'unbalanced quotes'
    return text === '' ? 'missing field value' : { name: unescapeName(name), text }
  }

  /** A text with its quotes; undefined if it has no end. */
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
  if (NUMERIC.test(text)) return Number(text)
  if (WHOLE.test(text)) return Number(text.slice(0, -1))
  if (TRUTH.test(text)) return 1
  return FALSEHOOD.test(text) ? 0 : undefined
}

/** Names the fault of the tags. */
function tagFault(head: string): string | undefined {
  if (head.startsWith(',')) return 'missing measurement'
  const names = new Set<string>()
  for (const tag of tagsOf(head)) {
    const [name, value, ...more] = tag.split(/(?<!\\)=/)
    if (!name) return 'missing tag key'
    if (!value) return 'missing tag value'
    if (more.length > 0) return 'invalid tag format'
    const label = unescapeName(name)
    if (names.has(label)) return `duplicate tags, two tags of one name: ${label.slice(0, 200)}`
    names.add(label)
  }
  return undefined
}

function tagsOf(head: string): string[] {
  return head.split(/(?<!\\),/).slice(1)
}

/** The series of a field; the tags have no fault. */
function readSeries(head: string, field: string): LiveSeries {
  const [measurement = ''] = head.split(/(?<!\\),/)
  const labels: Record<string, string> = Object.create(null)
  for (const tag of tagsOf(head)) {
    const [name = '', value = ''] = tag.split(/(?<!\\)=/)
    labels[unescapeName(name)] = unescapeName(value)
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
