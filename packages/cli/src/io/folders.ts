import { join } from 'node:path'
import type { Io } from './io.ts'

/** Where settings are kept: `$XDG_CONFIG_HOME/omen`, or `~/.config/omen`. */
export function configFolder({ env, homeDir }: Pick<Io, 'env' | 'homeDir'>): string {
  return join(env.XDG_CONFIG_HOME || join(homeDir, '.config'), 'omen')
}

/** Where unfinished work is kept: `$XDG_STATE_HOME/omen`, or `~/.local/state/omen`. */
export function stateFolder({ env, homeDir }: Pick<Io, 'env' | 'homeDir'>): string {
  return join(env.XDG_STATE_HOME || join(homeDir, '.local', 'state'), 'omen')
}
