import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { ApiError } from '#platform/web/api.ts'
import { layeredHistory } from '#platform/web/layers.ts'
import { Toaster } from '#platform/web/ui/toast.tsx'
import { AppLayout } from './layouts/app-layout.tsx'
import { BrokenScreen, ErrorBoundary, UnfetchedScreen } from './layouts/error-boundary.tsx'
import { LeavingScreen } from './layouts/leaving-screen.tsx'
import { NotFoundScreen } from './layouts/not-found-screen.tsx'
import { PlainLayout } from './layouts/plain-layout.tsx'
import { SignOutQuestion } from './layouts/sign-out.tsx'
import { type RouteEntry, redirects, routes } from './routes.ts'
import { type Importer, screens } from './screens.ts'

/** If a screen's code cannot be loaded, report that the connection is gone; the router would reload the page and lose it. */
const orOffline =
  (importer: Importer): Importer =>
  () =>
    importer().catch((error: unknown) => {
      throw navigator.onLine ? error : new ApiError(0, { code: 'offline' })
    })

const importers: Readonly<Record<string, Importer>> = screens
/** `/register/{organizationId}` becomes `/register/$organizationId` for the router. */
const toPattern = (path: string): string => path.replace(/\{(\w+)\}/g, '$$$1')

const root = createRootRoute({
  component: () => (
    <ErrorBoundary>
      <Outlet />
      <Toaster />
      <SignOutQuestion />
    </ErrorBoundary>
  ),
  notFoundComponent: NotFoundScreen,
})
const plain = createRoute({ getParentRoute: () => root, id: 'plain', component: PlainLayout })
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: AppLayout })

const leavesOf = (layout: RouteEntry['layout'], parent: AnyRoute) =>
  Object.entries(routes)
    .filter(([, entry]) => entry.layout === layout)
    .map(([path, entry]) =>
      createRoute({
        getParentRoute: () => parent,
        path: toPattern(path),
        staticData: importers[path] ? { entry } : {},
        component: importers[path] ? lazyRouteComponent(orOffline(importers[path])) : LeavingScreen,
      }),
    )

const moved = Object.entries(redirects)
  .filter(([from]) => !importers[from])
  .map(([from, to]) =>
    createRoute({
      getParentRoute: () => root,
      path: from,
      beforeLoad: () => {
        throw redirect({ href: to, replace: true })
      },
    }),
  )

/** `/org/{agency}/...` is the old address of `/{agency}/...`. */
const oldAddress = createRoute({
  getParentRoute: () => root,
  path: '/org/$',
  beforeLoad: ({ location }) => {
    const rest = location.pathname.slice('/org'.length).replace(/^\/+/, '/')
    throw redirect({ href: `${rest}${location.searchStr}`, replace: true })
  },
})

/** After sign-in, a mistyped address keeps the frame. */
const lostInside = (['admin', 'officer'] as const).map((guard) =>
  createRoute({
    getParentRoute: () => shell,
    path: `/${guard}/$`,
    staticData: { entry: { guard, layout: 'shell', afterTrial: true } },
    component: NotFoundScreen,
  }),
)
const notFound = createRoute({ getParentRoute: () => plain, path: '$', component: NotFoundScreen })

export const makeRouter = () =>
  createRouter({
    history: layeredHistory(),
    routeTree: root.addChildren([
      plain.addChildren([...leavesOf('plain', plain), notFound]),
      shell.addChildren([...leavesOf('shell', shell), ...lostInside]),
      ...moved,
      oldAddress,
    ]),
    // Query values are plain text: `?filter=pending`, read and written by `platform/web/url.ts`.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (values) => {
      const text = new URLSearchParams(
        Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      ).toString()
      return text === '' ? '' : `?${text}`
    },
    defaultErrorComponent: ({ error, reset }) =>
      error instanceof ApiError ? <UnfetchedScreen error={error} /> : <BrokenScreen error={error} reset={reset} />,
    defaultPreloadStaleTime: 0,
  })
