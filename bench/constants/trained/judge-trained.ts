import { run as runSkab } from '../../detection/skab.ts'
import { run as runNulls } from '../../detection/trained-nulls.ts'
import type { Figures } from '../measure-with.ts'

/** Trained models on data that judges them: never a part of what constants are chosen by. */
export function measure(): Figures {
  return Object.fromEntries([...runNulls(), ...runSkab()].map(({ what, measured }) => [what, measured]))
}
