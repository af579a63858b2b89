import type { Database } from '../ports/database.ts'

/** A statement that runs with every request: it is built once for a database, which takes longer than to run it. */
export function prepared<T>(build: (db: Database) => T): (db: Database) => T {
  const statements = new WeakMap<Database, T>()
  return (db) => {
    const statement = statements.get(db) ?? build(db)
    statements.set(db, statement)
    return statement
  }
}
