/**
 * Address after signing in. Only a path of this site is followed, to prevent open redirects.
 */
export const nextAddress = (next: string | null): string =>
  next !== null && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/'

export const loginAddress = (from: { pathname: string; search: string }): string => {
  const next = from.pathname + from.search
  return next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`
}
