/** JSON keeps some 15 digits of -pi, which marks an instance that went down. */
export const isDownSeverity = (val: number): boolean => Math.abs(val + Math.PI) < 1e-6

/** Severity for sorting and for "the worst": an instance that went down ranks above everything. */
export const severityRank = (val: number): number => (isDownSeverity(val) ? 10.5 : Math.abs(val))
