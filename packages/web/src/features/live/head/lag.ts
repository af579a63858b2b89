import type { LiveAnalysis } from '@omen/sdk'

/** What a row was scored at: the time of the server, and how far it was behind. */
export interface Scored {
  position: number
  lagMs: number
}

/**
 * How far scoring is behind at a time of the server, ms: as it was when the last row was scored, and more once the next row is overdue. The row
 * that is under way does not count.
 */
export const behindAt = (now: number, { position, lagMs }: Scored, stepMs: number): number =>
  Math.max(0, Math.min(lagMs, stepMs), now - position - 2 * stepMs)

/** The time of the server when it answered. */
export const serverTime = ({ position, stepMs, lagMs, to }: LiveAnalysis): number =>
  position !== null && lagMs !== null && lagMs > 0 ? position + stepMs + lagMs : to

/** Rows that scoring is behind, and a time, before nothing is claimed since: samples of every second may come in batches of minutes. */
const CATCHING_UP_ROWS = 30
const CATCHING_UP_MS = 300_000

/** Up to when rows are scored, where that is well before the end of the time shown, as while past samples come in; null where it is not. */
export const catchingUpFrom = ({
  state,
  position,
  stepMs,
  to,
}: Pick<LiveAnalysis, 'state' | 'position' | 'stepMs' | 'to'>): number | null =>
  state === 'live' && position !== null && to - position > Math.max(CATCHING_UP_ROWS * stepMs, CATCHING_UP_MS)
    ? position
    : null
