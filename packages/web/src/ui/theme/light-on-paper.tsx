import { useComputedColorScheme } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { usePrinted } from './use-printed.ts'

/** A dark page is printed light: what a browser prints has no backgrounds. */
export const LightOnPaper = () => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const isPrinted = usePrinted()
  useLayoutEffect(() => {
    document.documentElement.setAttribute('data-mantine-color-scheme', isPrinted ? 'light' : scheme)
  }, [isPrinted, scheme])
  return null
}
