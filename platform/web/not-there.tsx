import type { ComponentType } from 'react'

let Screen: ComponentType = () => null
/** The application sets its not-found screen once. */
export const setNotThere = (screen: ComponentType): void => {
  Screen = screen
}

/** For a screen whose path names nothing; looks the same as for an unknown path. */
export const NotThere = () => <Screen />
