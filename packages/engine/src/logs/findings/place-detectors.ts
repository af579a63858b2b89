import { readVariables } from '../read-variables.ts'
import type { Anomaly, LogEvent } from './finding.ts'
import { readQuantity } from './read-quantity.ts'
import { createValueDetector, type ValueDetector } from './values.ts'

/** Evaluates the numbers inside messages, each place of a template by itself; the least probable one speaks. */
export type PlaceDetectors = {
  push(event: LogEvent, message: string): Anomaly | undefined
  /** How many messages have been evaluated. */
  evaluated(): number
}

type Places = { readonly text: string; readonly detectors: ValueDetector[] }

const maxPlaces = 16
const maxTemplates = 2000
const maxMessage = 2048

/** A number with its fraction is one place. */
const wholeNumbers = (text: string): string => text.replace(/<\*>\.<\*>(?!\.<)/g, '<*>')

/**
 * Watches up to 16 places of up to 2,000 templates; `textOf` gives the text of a template. The probability of a message is that of
 * its oddest place times the number of places evaluated (Bonferroni).
 */
export function createPlaceDetectors(textOf: (templateId: number) => string | undefined): PlaceDetectors {
  const known = new Map<number, Places>()
  let evaluated = 0
  const placesOf = (templateId: number): Places | undefined => {
    const places = known.get(templateId)
    if (places || known.size >= maxTemplates) return places
    const made = { text: wholeNumbers(textOf(templateId) ?? ''), detectors: [] }
    known.set(templateId, made)
    return made
  }
  return {
    push({ templateId }, message) {
      const places = placesOf(templateId)
      if (!places?.text.includes('<*>') || message.length > maxMessage) return undefined
      const values = readVariables(places.text, message)?.slice(0, maxPlaces) ?? []
      const anomalies = values.flatMap((value, i) => {
        places.detectors[i] ??= createValueDetector()
        return places.detectors[i].push(readQuantity(value)) ?? []
      })
      const [first, ...others] = anomalies
      if (!first) return undefined
      evaluated++
      const worst = others.reduce((least, one) => (one.probability < least.probability ? one : least), first)
      return { ...worst, probability: Math.min(1, worst.probability * anomalies.length) }
    },
    evaluated: () => evaluated,
  }
}
