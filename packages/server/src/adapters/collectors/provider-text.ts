const maxLength = 500

/** What a provider said, on one line, shortened, and without the secrets that it may have repeated. */
export function providerText(text: string, secrets: readonly string[]): string | undefined {
  let said = text
  for (const secret of secrets) if (secret !== '') said = said.replaceAll(secret, '…')
  said = said.replace(/\s+/g, ' ').trim()
  if (said === '') return undefined
  return said.length > maxLength ? `${said.slice(0, maxLength)}…` : said
}
