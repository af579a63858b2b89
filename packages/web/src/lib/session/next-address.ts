/**
 * Where to go after signing in. Only a path of this page is followed: a link that somebody else made must not lead away.
 */
export const nextAddress = (next: string | null): string =>
  next !== null && /^\/(?![/\\])/.test(next) && !next.startsWith('/login') ? next : '/'

export const loginAddress = (from: { pathname: string; search: string }): string => {
  const next = from.pathname + from.search
  return next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`
}
