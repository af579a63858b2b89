/** Milliseconds that `Retry-After` asks for, given in seconds or as a date. https://www.rfc-editor.org/rfc/rfc9110#name-retry-after */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')
  if (text === null || text.trim() === '') return undefined
  const seconds = Number(text)
  const ms = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
