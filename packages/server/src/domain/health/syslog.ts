import type { Context } from '../context.ts'

export interface SyslogHealth {
  /** Open ones. */
  readonly connections: number
  /** Connections refused since the start because as many as are accepted were open. */
  readonly refused: number
  /** When the last one was refused; null if none was. */
  readonly refusedAt: number | null
}

const listeners = new WeakMap<Context, () => SyslogHealth>()

/** Has the health of a server say how its syslog listener is doing. */
export function reportSyslog(ctx: Context, read: () => SyslogHealth): void {
  listeners.set(ctx, read)
}

/** Null where syslog is not received. */
export function syslogHealth(ctx: Context): SyslogHealth | null {
  return listeners.get(ctx)?.() ?? null
}
