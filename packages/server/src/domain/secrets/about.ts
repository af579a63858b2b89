/** What the secrets of a connection are sealed for. */
export function aboutCollection(sourceId: string): string {
  return `collection:${sourceId}`
}

/** What the key or address of an integration is sealed for. */
export function aboutIntegration(id: string): string {
  return `integration:${id}`
}
