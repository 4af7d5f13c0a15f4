import type { ComponentType } from 'react'

let Screen: ComponentType = () => null
/** The application hands in its not-found screen once. */
export const setNotThere = (screen: ComponentType): void => {
  Screen = screen
}

/** For a screen whose path names nothing: the same as for a path that never was. */
export const NotThere = () => <Screen />
