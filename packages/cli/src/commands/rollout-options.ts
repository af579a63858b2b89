import { InvalidArgumentError } from 'commander'
import { durationMs } from '../options.ts'

/** A duration that is not 0, in milliseconds. */
export function windowMs(text: string): number {
  const ms = durationMs(text)
  if (ms <= 0) throw new InvalidArgumentError('It must be longer than 0.')
  return ms
}

/** Names with commas between them. */
export function listOf(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) throw new InvalidArgumentError('Write names with commas between them.')
  return names
}

/** How many earlier weeks a rollout is compared with. */
export function weeks(text: string): number {
  if (!/^[0-4]$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 to 4.')
  return Number(text)
}
