import type { ComponentType } from 'react'

let Screen: ComponentType = () => null
/** The application hands in its not-found screen once. */
export const setNotThere = (screen: ComponentType): void => {
  Screen = screen
}

/** For a screen whose path names nothing: the same as for a path that never was. */
export const NotThere = () => <Screen />

let built: (route: string) => boolean = () => true
/** The application says which of its routes have a screen. */
export const setBuilt = (isBuilt: (route: string) => boolean): void => {
  built = isBuilt
}

/** The path, where its screen is built; null where it leads nowhere yet. */
export const whereBuilt = (path: string): string | null => (built(path.split('?')[0] ?? path) ? path : null)
