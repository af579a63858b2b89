import { composeForConsole } from '../compose.ts'
import type { Settings } from '../config/settings.ts'
import { resealSecrets } from '../domain/secrets/index.ts'

/** Seals all secrets with the first of the keys, says what was done, and returns the exit code. */
export async function rotateSecretsAtConsole(settings: Settings): Promise<number> {
  const { ctx, close } = await composeForConsole(settings)
  try {
    const { total, resealed, unreadable } = await resealSecrets(ctx)
    console.log(`${resealed} of ${total} secrets were sealed anew with the first key.`)
    if (unreadable === 0) console.log('The other keys are not needed any more, but for backups from before.')
    else
      console.log(
        `${unreadable} cannot be opened with the keys that are set: add the key that they were sealed with, or type them in again.`,
      )
    return unreadable === 0 ? 0 : 1
  } finally {
    await close()
  }
}
