import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ComponentProps, ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SessionProvider } from './session.ts'

type Drawing = {
  /** Holds everything that the screen reads; cleared afterward. */
  client: QueryClient
  session: ComponentProps<typeof SessionProvider>['endpoint']
  address: string
  /** The route's pattern, for a screen that reads a part of its path. */
  path?: string
}

/** A screen's HTML as it is first drawn at this address, without a browser: for the build and for tests. Nothing is called. */
export const drawnScreen = async (
  Screen: ComponentType,
  { client, session, address, path = '$' }: Drawing,
): Promise<string> => {
  const root = createRootRoute()
  const screen = createRoute({ getParentRoute: () => root, path, component: () => <Screen /> })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([screen]), history, isServer: true })
  await router.load()
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SessionProvider endpoint={session}>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  client.clear()
  return html
}
