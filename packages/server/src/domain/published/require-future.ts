import type { Context } from '../context.ts'
import { invalidField } from '../invalid-field.ts'

export function requireFuture({ clock }: Pick<Context, 'clock'>, expiresAt: number | null | undefined): void {
  if (typeof expiresAt === 'number' && expiresAt <= clock.now())
    throw invalidField('expiresAt', 'must lie in the future', { rule: 'future' })
}
