import { composeForConsole } from '../compose.ts'
import type { Settings } from '../config/settings.ts'
import { resealSecrets } from '../domain/secrets/index.ts'

/** Seals all secrets with the first of the keys, says what was done, and returns the exit code. */
export async function rotateSecretsAtConsole(settings: Settings): Promise<number> {
  const { ctx, close } = await composeForConsole(settings)
  try {
    const outcome = await resealSecrets(ctx)
    for (const line of describeRotation(outcome)) console.log(line)
    return outcome.unreadable === 0 ? 0 : 1
  } finally {
    await close()
  }
}

/** What was done, and what the other keys are still needed for. */
export function describeRotation({ total, resealed, unreadable }: Awaited<ReturnType<typeof resealSecrets>>): string[] {
  return [
    `${resealed} of ${total} secrets were sealed anew with the first key.`,
    unreadable === 0
      ? 'No stored secret needs the other keys any more; backups from before do, and so do the links in mails that were sent before: without the key of its day, an unsubscribe or acknowledge link is no longer valid. Keep the old key behind the new one for as long as such links should work.'
      : `${unreadable} cannot be opened with the keys that are set: add the key that they were sealed with, or type them in again.`,
  ]
}
