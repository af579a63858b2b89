import { sortPresent } from '../../stats/quantile.ts'
import { robustScale } from '../../stats/robust-scale.ts'
import { fitTail, type Tail, tailProbability } from '../../stats/tail.ts'
import { createVariableReader } from '../read-variables.ts'
import { FORGOTTEN_TEMPLATE } from '../templates/template-store.ts'
import type { Anomaly, LogEvent } from './finding.ts'

/** Evaluates the numbers inside messages, each place of a template by itself; the least probable one speaks. */
export type PlaceDetectors = {
  push(event: Pick<LogEvent, 'templateId'>, message: string): Anomaly | undefined
  /** How many messages have been evaluated. */
  evaluated(): number
  /** Moves what is known of ids to what they have become; templates whose places are others now are learned anew. */
  resolve(resolve: (templateId: number) => number): void
  state(): PlacesState
}

/** The state from which a detector continues, as plain data: up to 256 numbers, of which the newest stands before place `taken`. */
type ValueState = { values: Float64Array; taken: number; fit?: Fit | undefined }

/** `range` is missing in what former versions saved. */
type Fit = { readonly center: number; readonly scale: number; readonly range?: number; readonly tail: Tail }

/** What detectors go on from, as plain data; null for a place that has had no number. */
export type PlacesState = {
  templates: [templateId: number, { text: string; detectors: (ValueState | null)[] }][]
  evaluated: number
}

/** Detectors that are held at most; places beyond are not watched. Unbounded where it is left out. */
export type PlaceOptions = { readonly maxDetectors?: number }

/** Evaluates the numbers in one place of a template by those before them. */
type ValueDetector = { push(value: number): Anomaly | undefined; state(): ValueState }

type Places = {
  readonly text: string
  readonly read: ((message: string) => string[] | undefined) | undefined
  readonly detectors: (ValueDetector | undefined)[]
}

/** Places of a template that are watched, the first. */
const MAX_PLACES = 16
/** Templates with watched places. */
const MAX_TEMPLATES = 2000
/** Longer messages are not read for values. */
const MAX_MESSAGE = 2048

/** A number with its fraction is one place. */
const wholeNumbers = (text: string): string => text.replace(/<\*>\.<\*>(?!\.<)/g, '<*>')
const countPlaces = (text: string): number => text.split('<*>').length

/**
 * Watches up to 16 places of up to 2,000 templates; `textOf` gives the text of a template. The probability of a message is that of
 * its oddest place times the number of places evaluated (Bonferroni).
 */
export function createPlaceDetectors(
  textOf: (templateId: number) => string | undefined,
  { maxDetectors = Number.POSITIVE_INFINITY }: PlaceOptions = {},
  saved?: PlacesState,
): PlaceDetectors {
  const open = (text: string, states: readonly (ValueState | null)[]): Places => ({
    text,
    read: text.includes('<*>') ? createVariableReader(text) : undefined,
    detectors: states.map((one) => one ?? undefined).map((one) => one && createValueDetector(one)),
  })
  const known = new Map<number, Places>(saved?.templates.map(([id, one]) => [id, open(one.text, one.detectors)]))
  const countDetectors = (): number =>
    [...known.values()].reduce((sum, { detectors }) => sum + detectors.filter((one) => one !== undefined).length, 0)
  let held = countDetectors()
  let evaluated = saved?.evaluated ?? 0
  const textNow = (templateId: number): string => wholeNumbers(textOf(templateId) ?? '')
  const placesOf = (templateId: number): Places | undefined => {
    const places = known.get(templateId)
    if (places || known.size >= MAX_TEMPLATES) return places
    const made = open(textNow(templateId), [])
    known.set(templateId, made)
    return made
  }
  const detectorAt = ({ detectors }: Places, place: number): ValueDetector | undefined => {
    if (detectors[place] !== undefined || held >= maxDetectors) return detectors[place]
    held++
    detectors[place] = createValueDetector()
    return detectors[place]
  }
  const pushValue = (places: Places, place: number, text: string): Anomaly | undefined => {
    const value = readQuantity(text)
    return Number.isFinite(value) ? detectorAt(places, place)?.push(value) : undefined
  }
  return {
    push({ templateId }, message) {
      const places = placesOf(templateId)
      if (!places?.read || message.length > MAX_MESSAGE) return undefined
      const values = places.read(message)?.slice(0, MAX_PLACES) ?? []
      const anomalies = values.flatMap((value, place) => pushValue(places, place, value) ?? [])
      const [first, ...others] = anomalies
      if (!first) return undefined
      evaluated++
      const worst = others.reduce((rarest, one) => (one.probability < rarest.probability ? one : rarest), first)
      return { ...worst, probability: Math.min(1, worst.probability * anomalies.length) }
    },
    evaluated: () => evaluated,
    resolve(resolve) {
      for (const [id, places] of [...known]) {
        const now = resolve(id)
        const isOther = now !== id && (now === FORGOTTEN_TEMPLATE || known.has(now))
        if (now !== id) known.delete(id)
        if (isOther) continue
        const text = textNow(now)
        if (text === places.text) known.set(now, places)
        else if (countPlaces(text) !== countPlaces(places.text)) known.delete(now)
        else known.set(now, { ...open(text, []), detectors: places.detectors })
      }
      held = countDetectors()
    },
    state: () => ({
      templates: [...known].map(([id, { text, detectors }]) => [
        id,
        { text, detectors: Array.from(detectors, (one) => one?.state() ?? null) },
      ]),
      evaluated,
    }),
  }
}

/** Latest values that a value is compared with. */
const HISTORY = 256
/** Values before the first that is evaluated. */
const FEWEST = 64
/** Values after which the distribution is fitted again. */
const REFIT = 32
/** Values after which a full history is fitted again: fitting a frequent place costs more than everything else. Fitted by measured time and memory. */
const REFIT_FULL = 128
/** Fewer different values are names and not numbers. */
const FEW_DISTINCT = 4
/** With this part of the steps in one direction values are counters or times. */
const MONOTONE = 0.9

/** Whether numbers count up or down: nearly all that differ from the one before, or the newest quarter beyond the oldest. */
function isCounting(values: Float64Array): boolean {
  let rises = 0
  let falls = 0
  for (let i = 1; i < values.length; i++) {
    const step = (values[i] as number) - (values[i - 1] as number)
    if (step > 0) rises++
    else if (step < 0) falls++
  }
  if (Math.max(rises, falls) >= MONOTONE * (rises + falls)) return true
  const quarter = Math.floor(values.length / 4)
  const oldest = values.subarray(0, quarter)
  const newest = values.subarray(-quarter)
  return Math.min(...newest) > Math.max(...oldest) || Math.max(...newest) < Math.min(...oldest)
}

/** The fit of a place whose numbers are measurements: not a counter or clock, not a code of few values. */
function fitPlace(values: Float64Array): Fit | undefined {
  if (isCounting(values)) return undefined
  const sorted = sortPresent(values)
  if (new Set(sorted).size < FEW_DISTINCT) return undefined
  const { center, scale } = robustScale(sorted)
  if (!(scale > 0)) return undefined
  const range = sorted.at(-1)! - sorted[0]!
  return { center, scale, range, tail: fitTail(sortPresent(values.map((value) => Math.abs(value - center) / scale))) }
}

/**
 * Robust deviation of a number from the last 256 in the same place, as a tail probability; refitted every 32 numbers from the
 * 64th on, and every 128 from the 256th on. Places that count up or down (clocks, offsets, identifiers
 * in order, also where each comes several times or they are a little out of order) or take fewer than four values are silent.
 * No probability is below 1 / n² after n numbers: so few cannot tell more.
 */
export function createValueDetector(saved?: ValueState): ValueDetector {
  const values = new Float64Array(HISTORY)
  values.set(saved?.values ?? [])
  let { taken = 0, fit } = saved ?? {}
  const inOrder = (): Float64Array => {
    if (taken <= HISTORY) return values.slice(0, taken)
    const at = taken % HISTORY
    const ordered = new Float64Array(HISTORY)
    ordered.set(values.subarray(at))
    ordered.set(values.subarray(0, at), HISTORY - at)
    return ordered
  }
  return {
    push(value) {
      if (!Number.isFinite(value)) return undefined
      const before = fit
      values[taken % HISTORY] = value
      taken++
      if (taken >= FEWEST && taken % (taken < HISTORY ? REFIT : REFIT_FULL) === 0) fit = fitPlace(inOrder())
      if (before === undefined) return undefined
      const { center, scale, range } = before
      const distance = Math.abs(value - center)
      const probability = Math.max(tailProbability(before.tail, distance / scale), 1 / taken ** 2)
      const departure = { spreads: distance / scale, ...(range !== undefined && { rangeShare: distance / range }) }
      return { probability, observed: value, usual: center, ...departure }
    },
    state: () => ({ values: values.slice(0, Math.min(taken, HISTORY)), taken, fit }),
  }
}

/** Source: SI and IEC 80000-13. */
const SECONDS = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, sec: 1, secs: 1, min: 60, h: 3600 }
const BYTES = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }
const UNITS: Readonly<Record<string, number>> = { '': 1, '%': 1, ...SECONDS, ...BYTES }

const QUANTITY = /^\s*([-+]?\d{1,30}(?:\.\d{1,30})?)\s?([A-Za-zµ%]{0,4})\s*$/

/** A number, with its unit of time or size in seconds or bytes; NaN for what is no quantity, as a name or an address. */
export function readQuantity(text: string): number {
  const [, digits, unit = ''] = QUANTITY.exec(text) ?? []
  return digits === undefined ? Number.NaN : Number(digits) * (UNITS[unit] ?? Number.NaN)
}
