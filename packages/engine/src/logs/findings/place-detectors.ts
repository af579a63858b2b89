import { readVariables } from '../read-variables.ts'
import type { LogEvent, Oddity } from './finding.ts'
import { createValueDetector, type ValueDetector } from './values.ts'

/** Judges the numbers inside messages, each place of a template by itself; the least probable one speaks. */
export type PlaceDetectors = { push(event: LogEvent, message: string): Oddity | undefined }

const maxPlaces = 16
const maxTemplates = 2000
const maxMessage = 2048

/** Watches up to 16 places of up to 2,000 templates; `textOf` gives the text of a template. */
export function createPlaceDetectors(textOf: (templateId: number) => string | undefined): PlaceDetectors {
  const places = new Map<number, ValueDetector[]>()
  return {
    push({ templateId }, message) {
      const text = textOf(templateId)
      if (text === undefined || message.length > maxMessage || !text.includes('<*>')) return undefined
      const values = readVariables(text, message)
      const detectors = places.get(templateId) ?? []
      if (!values || (detectors.length === 0 && places.size >= maxTemplates)) return undefined
      places.set(templateId, detectors)
      let worst: Oddity | undefined
      values.slice(0, maxPlaces).forEach((value, i) => {
        detectors[i] ??= createValueDetector()
        const oddity = value.trim() === '' ? undefined : detectors[i].push(Number(value))
        if (oddity && (!worst || oddity.probability < worst.probability)) worst = oddity
      })
      return worst
    },
  }
}
