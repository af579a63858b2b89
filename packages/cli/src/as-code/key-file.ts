import type { FileReceipt, Omen } from '@omen/sdk'

/** Stores the text of a service account's key for the request that takes it. */
export function storeKeyFile(omen: Omen, text: string): Promise<FileReceipt> {
  return omen.files.store(new File([text], 'service-account.json'))
}
