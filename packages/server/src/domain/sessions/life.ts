import type { Settings } from '../../config/settings.ts'

/** How long a session lasts after its last use, in ms. */
export function lifeOf(settings: Pick<Settings, 'sessionHours' | 'rememberDays'>, remember: boolean): number {
  return remember ? settings.rememberDays * 86_400_000 : settings.sessionHours * 3_600_000
}
