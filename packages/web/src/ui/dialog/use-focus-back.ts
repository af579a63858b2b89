import { useEffect } from 'react'

/**
 * Gives the focus back, when the dialog that calls it is gone, to what had it before. Mantine does so only for dialogs that stay
 * mounted while they are closed.
 */
export const useFocusBack = (): void => {
  useEffect(() => {
    const opener = openerOf(document.activeElement)
    return () => {
      // After the last work of the focus trap, and only where the focus went nowhere else meanwhile.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener?.isConnected) opener.focus({ preventScroll: true })
      })
    }
  }, [])
}

/** The item of a menu goes with its menu: the button of the menu stays. */
const openerOf = (element: Element | null): HTMLElement | null => {
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = button ? document.getElementById(button) : element
  return opener instanceof HTMLElement ? opener : null
}
