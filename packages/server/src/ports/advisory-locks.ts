/**
 * The numbers of PostgreSQL's advisory locks, all in one place, since they share one range. A lock of one of many things is the
 * 64-bit hash of a text instead (uploads, holders of messages). A lock ends with the session that holds it, however that ends.
 */

/** Held while the tables are made or changed. */
export const MIGRATION_LOCK = 7_070_001
/**
 * A backup holds it for itself, whoever removes something from a store holds it together with others: so nothing is removed
 * under a backup.
 */
export const REMOVAL_LOCK = 7_070_002
/** Held by a backup, so that there is one at a time. */
export const BACKUP_LOCK = 7_070_003
/** Serialises the claims of jobs. */
export const TURNS_LOCK = 7_070_004
/** Serialises changes to the set of administrators. */
export const ROLES_LOCK = 7_070_005
