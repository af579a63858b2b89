import { ALARM } from '../../../packages/engine/src/stream/alarm-filter.ts'
import type { Figures } from '../measure-with.ts'

export function measure(): Figures {
  return { alarm: ALARM }
}
