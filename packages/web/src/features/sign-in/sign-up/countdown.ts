import { useEffect, useState } from 'react'

/** Whole seconds until `until`, never below 0. */
export const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000))

/** Counts down to a moment; 0 if it has passed or is not set. */
export const useCountdown = (until: number | null): number => {
  const [now, setNow] = useState(() => Date.now())
  const left = until === null ? 0 : secondsLeft(until, now)
  useEffect(() => {
    setNow(Date.now())
    if (until === null) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}
