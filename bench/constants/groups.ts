import type { Group } from './group.ts'
import { streamChoices } from './stream/stream-choices.ts'

/** All groups by name. */
export const groups: Readonly<Record<string, Group>> = {
  stream: { choices: streamChoices, measure: 'stream/measure-stream.ts', judges: ['stream/judge-nab.ts'] },
}
