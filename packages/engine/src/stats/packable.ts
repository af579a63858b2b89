import type { BitReader } from './bit-reader.ts'
import type { BitWriter } from './bit-writer.ts'

/** A state that goes into few bytes. What is read back was rounded, to nothing that scores show; packed again it gives the same bytes. */
export type Packable = {
  pack(out: BitWriter): void
  /** Takes the place of the whole state. */
  unpack(from: BitReader): void
}
