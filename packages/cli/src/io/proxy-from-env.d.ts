/** The package has no types of its own. */
declare module 'proxy-from-env' {
  /** The proxy of the environment for a URL; empty for none. */
  export function getProxyForUrl(url: string): string
}
