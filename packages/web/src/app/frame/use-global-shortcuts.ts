import { useEffect } from 'react'
import { isCharacter, isTyping } from '../../lib/keys/typed-keys.ts'

/** Ctrl K (or ⌘ K) searches, `?` lists the keyboard shortcuts. */
export const useGlobalShortcuts = ({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
        event.preventDefault()
        onSearch()
      } else if (event.key === '?' && isCharacter(event) && !isTyping(event.target)) {
        onHelp()
      }
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [onSearch, onHelp])
}
