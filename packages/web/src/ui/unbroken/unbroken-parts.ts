const hyphened = String.raw`[^\s\u2e80-\uffff]*-[^\s\u2e80-\uffff]*`
const unit = String.raw`(?:%|[kMGTP]?i?B(?:\/s)?|ms|min|[hds]|days?|毫秒|秒|分钟|小时|天)(?![\p{L}\p{N}])`
const figure = String.raw`\d[\d.,]* ${unit}`
const whole = new RegExp(`(${hyphened}|${figure})`, 'u')

/** Splits a sentence: parts at odd places are not to be broken. */
export const unbrokenParts = (text: string): string[] => text.split(whole)
