const stackLine = /^\s+(?:at\s|\.{3} \d+ more|File ")|^(?:Caused by: |Traceback \(most recent)/

/** Whether a line without a header continues the record before it; among bare messages only a stack trace does. */
export function isStackLine(line: string): boolean {
  return stackLine.test(line)
}
