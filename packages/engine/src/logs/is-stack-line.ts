const STACK_LINE = /^\s+(?:at\s|\.{3} \d+ more|File ")|^(?:Caused by: |Traceback \(most recent)/

/** Whether a line without a header continues the record before it; among bare messages only a stack trace does. */
export function isStackLine(line: string): boolean {
  return STACK_LINE.test(line)
}

/** Whether a line that begins with this byte of UTF-8 may be one; asked before a line is decoded. */
export function mayBeStackLine(first: number | undefined): boolean {
  return first !== undefined && (first <= 32 || first >= 128 || first === 67 || first === 84)
}
