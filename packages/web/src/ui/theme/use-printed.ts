import { useSyncExternalStore } from 'react'

const print = window.matchMedia('print')

const subscribe = (onChange: () => void) => {
  print.addEventListener('change', onChange)
  return () => print.removeEventListener('change', onChange)
}

/** Whether the page is being printed. */
export const usePrinted = (): boolean => useSyncExternalStore(subscribe, () => print.matches)
