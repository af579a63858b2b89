import type { Random } from '../../../packages/engine/src/stats/random.ts'

const NUMBER = /(?<![A-Za-z0-9])\d{2,}/g

/**
 * So many lines after the pattern of a log: its lines over and over with other numbers in each message. The header stays as it is,
 * and so do names that end in digits.
 */
export function varyLines(lines: readonly string[], count: number, random: Random): string[] {
  const digits = (text: string): string => {
    const value = Math.floor(random() * 10 ** Math.min(15, text.length))
    return String(value).padStart(text.length, '1')
  }
  return Array.from({ length: count }, (_, i) => {
    const line = lines[i % lines.length]!
    const header = Math.min(line.length, HEADER_LENGTH)
    return line.slice(0, header) + line.slice(header).replace(NUMBER, digits)
  })
}

/** Times stand in the first characters; what lies behind may vary without taking a line its header. */
const HEADER_LENGTH = 40
