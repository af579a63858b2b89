import type { ItemEntry } from './archive/entries.ts'

/** Of an item that was not whole before it was backed up. */
export function faultSentence({ name, fault }: ItemEntry): string {
  return fault === 'missing'
    ? `${name} is missing: it was already gone when the backup was made.`
    : `${name} is not as it was received: it was already damaged when the backup was made.`
}
