import { createVariableReader } from '../read-variables.ts'
import { FORGOTTEN_TEMPLATE } from '../templates/template-store.ts'
import type { Anomaly, LogEvent } from './finding.ts'
import { readQuantity } from './read-quantity.ts'
import { createValueDetector, type ValueDetector, type ValueState } from './values.ts'

/** Evaluates the numbers inside messages, each place of a template by itself; the least probable one speaks. */
export type PlaceDetectors = {
  push(event: Pick<LogEvent, 'templateId'>, message: string): Anomaly | undefined
  /** How many messages have been evaluated. */
  evaluated(): number
  /** Moves what is known of ids to what they have become; templates whose places are others now are learned anew. */
  resolve(resolve: (templateId: number) => number): void
  state(): PlacesState
}

/** What detectors go on from, as plain data; null for a place that has had no number. */
export type PlacesState = {
  templates: [templateId: number, { text: string; detectors: (ValueState | null)[] }][]
  evaluated: number
}

/** Detectors that are held at most; places beyond are not watched. Unbounded where it is left out. */
export type PlaceOptions = { readonly maxDetectors?: number }

type Places = {
  readonly text: string
  readonly read: ((message: string) => string[] | undefined) | undefined
  readonly detectors: (ValueDetector | undefined)[]
}

/** Places of a template that are watched, the first. */
const maxPlaces = 16
/** Templates with watched places. */
const maxTemplates = 2000
/** Longer messages are not read for values. */
const maxMessage = 2048

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
    if (places || known.size >= maxTemplates) return places
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
      if (!places?.read || message.length > maxMessage) return undefined
      const values = places.read(message)?.slice(0, maxPlaces) ?? []
      const anomalies = values.flatMap((value, place) => pushValue(places, place, value) ?? [])
      const [first, ...others] = anomalies
      if (!first) return undefined
      evaluated++
      const worst = others.reduce((least, one) => (one.probability < least.probability ? one : least), first)
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
