import { useStore } from 'jotai'
import { useCallback } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'
import { addressAtom } from './address-atom.ts'

/**
 * Navigates after something has been waited for, unless the person has gone to another page in the meantime: nobody is pulled
 * away from where they are.
 */
export const useNavigateAfter = () => {
  const navigate = useNavigate()
  const store = useStore()
  const { pathname } = useLocation()
  return useCallback(
    async (to: string, options?: NavigateOptions) => {
      if (store.get(addressAtom).pathname === pathname) await navigate(to, options)
    },
    [navigate, store, pathname],
  )
}
