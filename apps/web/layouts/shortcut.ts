import { useEffect } from 'react'

/** Ctrl/Cmd plus a letter: B collapses the sidebar (specification section 2), K opens the palette. */
export const useShortcut = (letter: string, act: () => void) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [letter, act])
}
