import { composeForConsole } from '../compose.ts'
import type { Settings } from '../config/settings.ts'
import { manageAccount, resetAtConsole } from '../domain/accounts/index.ts'

/** Resets a password and prints it; only its hash is stored. */
export async function resetPasswordAtConsole(settings: Settings, userName: string): Promise<void> {
  const { ctx, close } = await composeForConsole(settings)
  try {
    const password = await resetAtConsole(ctx, userName)
    console.log(`The new password of ${userName} is ${password}`)
    console.log(
      'Its sessions are ended, its access tokens revoked and any lock is lifted. Change the password on the account page.',
    )
  } finally {
    await close()
  }
}

export async function promoteAtConsole(settings: Settings, userName: string): Promise<void> {
  const { ctx, close } = await composeForConsole(settings)
  try {
    await manageAccount(ctx, userName, { role: 'admin' })
    console.log(`${userName} is an administrator now.`)
  } finally {
    await close()
  }
}
