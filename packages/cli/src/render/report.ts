import type { Gate } from '../results/gate.ts'

/** One thing that a gate looked at: an anomaly, a gap, a metric, an instance. */
export interface ReportedFinding {
  /** Stable name of its kind, such as "anomaly", "gap" or "worse". */
  rule: string
  message: string
  /** 0 to 10, where it has one. */
  severity?: number | undefined
  /** First line in its file, from 1, where it has one. */
  line?: number | undefined
  /** Epoch milliseconds. */
  start?: number | undefined
  end?: number | undefined
  series?: readonly string[] | undefined
}

/** One file, or one check, with its findings. */
export interface ReportedCase {
  /** Name of the file or check. */
  name: string
  /** Path of the file, where there is one. */
  path?: string | undefined
  findings: readonly ReportedFinding[]
  /** Remarks on the result, such as on lines that were rejected. */
  notes?: readonly string[] | undefined
  /** Page of the result. */
  url?: string | undefined
  /** Whether it breaks the build. */
  isFailing: boolean
  /** Why it could not be checked at all. */
  error?: { code: string; message: string } | undefined
}

/** The result of a gate, for the formats that build systems read. */
export interface GateReport {
  /** The command, such as "omen detect". */
  command: string
  cases: readonly ReportedCase[]
  gate: Gate | undefined
}
