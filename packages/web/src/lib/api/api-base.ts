/** The path of the API, which the server writes into the page that it serves. */
export const apiBase: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="omen-api"]')?.content ?? '/api/v1/'
