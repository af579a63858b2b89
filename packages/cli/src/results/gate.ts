/** What met a rule: the figure that was compared, and the finding, series, metric or file that it belongs to. */
export interface Met {
  value?: number | undefined
  what?: string | undefined
}

/** The result of all rules of a command, as its JSON carries it. */
export interface Gate {
  /** All rules, joined by "or". */
  rule: string
  matched: boolean
  /** The rules that are met, in the order given. */
  by: ({ rule: string } & Met)[]
}
