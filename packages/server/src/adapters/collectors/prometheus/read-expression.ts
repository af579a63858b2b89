import { parseSelector, SelectorError } from '../../../protocols/prometheus-selector.ts'

export interface Expression {
  readonly text: string
  /** Its samples are taken as they are, with the times that they have, so that nothing fills a gap. */
  readonly isSelector: boolean
}

export function readExpression(text: string): Expression {
  try {
    return { text, isSelector: parseSelector(text).rangeMs === undefined }
  } catch (error) {
    if (error instanceof SelectorError) return { text, isSelector: false }
    throw error
  }
}
