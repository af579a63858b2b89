import type { Io } from '../io/io.ts'
import type { Paint } from './paint.ts'

/** What a renderer needs to know about its output. */
export interface View {
  readonly io: Io
  readonly paint: Paint
  /** Columns of the terminal; unlimited in a pipe, where nothing is cut. */
  readonly width: number
}
