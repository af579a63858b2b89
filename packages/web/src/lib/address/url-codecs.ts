import type { UrlCodec } from './address-atom.ts'

export const textCodec: UrlCodec<string> = {
  parse: (text) => text ?? '',
  format: (value) => (value === '' ? null : value),
}

export const oneOf = <const T extends string>(choices: readonly T[], fallback: T): UrlCodec<T> => ({
  parse: (text) => choices.find((choice) => choice === text) ?? fallback,
  format: (value) => (value === fallback ? null : value),
})

/** A number inside a range; anything else parses as null. */
export const numberWithin = (low: number, high: number): UrlCodec<number | null> => ({
  parse: (text) => {
    const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
    return value >= low && value <= high ? value : null
  },
  format: (value) => (value === null ? null : String(value)),
})

export const pageCodec: UrlCodec<number> = {
  parse: (text) => (text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1),
  format: (value) => (value <= 1 ? null : String(value)),
}

export interface Range {
  from: number
  to: number
}

/** `from~to` in epoch milliseconds. */
export const rangeCodec: UrlCodec<Range | null> = {
  parse: (text) => {
    const match = /^(-?\d{1,15})~(-?\d{1,15})$/.exec(text ?? '')
    if (!match) return null
    const [from, to] = [Number(match[1]), Number(match[2])]
    return from < to ? { from, to } : null
  },
  format: (value) => (value === null ? null : `${Math.round(value.from)}~${Math.round(value.to)}`),
}

export const flagCodec: UrlCodec<boolean> = { parse: (text) => text === '1', format: (value) => (value ? '1' : null) }

/** Texts, a line each. */
export const listCodec: UrlCodec<string[]> = {
  parse: (text) => (text === null || text === '' ? [] : text.split('\n')),
  format: (value) => (value.length === 0 ? null : value.join('\n')),
}
