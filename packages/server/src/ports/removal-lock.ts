/**
 * Advisory locks of PostgreSQL; a lock ends with the session that holds it, however that ends. A backup holds the first for
 * itself, whoever removes something from a store holds it together with others: so nothing is removed under a backup.
 */
export const removalLock = 7_070_002
/** Held by a backup, so that there is one at a time. */
export const backupLock = 7_070_003
