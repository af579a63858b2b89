const HYPHENED = String.raw`[^\s\u2e80-\uffff]*-[^\s\u2e80-\uffff]*`
const UNIT = String.raw`(?:%|[kMGTP]?i?B(?:\/s)?|ms|min|[hds]|days?|毫秒|秒|分钟|小时|天)(?![\p{L}\p{N}])`
const FIGURE = String.raw`\d[\d.,]* ${UNIT}`
const whole = new RegExp(`(${HYPHENED}|${FIGURE})`, 'u')

/** Splits a sentence: parts at odd places are not to be broken. */
export const unbrokenParts = (text: string): string[] => text.split(whole)
