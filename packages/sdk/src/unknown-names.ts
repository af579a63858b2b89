/** Names of members that no account was found for; the server compares them without regard to case. */
export function unknownNames(given: readonly string[], known: readonly string[]): string[] {
  const found = new Set(known.map((name) => name.toLowerCase()))
  return given.filter((name) => !found.has(name.toLowerCase()))
}
