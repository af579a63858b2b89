import type { Caller, Scope } from '../domain/context.ts'
import { DomainError } from '../domain/errors.ts'

/** Whether the credential covers the scope: a session covers all, `admin` includes `manage`. */
function holdsScope(caller: Caller, scope: Scope): boolean {
  if (caller.via === 'session' || caller.scopes.includes(scope)) return true
  return scope === 'manage' && caller.scopes.includes('admin')
}

export function requireScope(caller: Caller, scope: Scope): void {
  if (holdsScope(caller, scope)) return
  throw new DomainError('SCOPE_MISSING', {
    message: {
      en: `The access token lacks the scope "${scope}".`,
      'zh-CN': `该访问令牌缺少权限“${scope}”。`,
    },
    details: [{ field: 'Authorization', name: scope, message: `needs the scope ${scope}` }],
  })
}
