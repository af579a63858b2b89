import { useSyncExternalStore } from 'react'

const print = window.matchMedia('print')

/** Chromium reports no change that was read from `matches` before. */
let isPrinted = print.matches
print.addEventListener('change', ({ matches }) => {
  isPrinted = matches
})

const subscribe = (onChange: () => void) => {
  print.addEventListener('change', onChange)
  return () => print.removeEventListener('change', onChange)
}

/** Whether the page is being printed. */
export const usePrinted = (): boolean => useSyncExternalStore(subscribe, () => isPrinted)
