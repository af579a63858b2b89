const longestMs = 60_000

/** `Prefer: wait=30`, in milliseconds; 0 where nothing is asked for. RFC 7240. */
export function readWait(header: string | undefined): number {
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d+)"?/i.exec(header ?? '')?.[1]
  return seconds === undefined ? 0 : Math.min(longestMs, Number(seconds) * 1000)
}
