import { atom } from 'jotai'

const TICK_MS = 30_000

/** The time to which "three minutes ago" refers; updated while it is in use. */
export const nowAtom = atom(Date.now())
nowAtom.onMount = (set) => {
  const tick = () => set(Date.now())
  tick()
  const timer = setInterval(tick, TICK_MS)
  return () => clearInterval(timer)
}
