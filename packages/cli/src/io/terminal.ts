/** A stream that may be a terminal. */
export type Terminal<Stream> = Stream & {
  isTTY?: boolean | undefined
  columns?: number | undefined
  rows?: number | undefined
}
