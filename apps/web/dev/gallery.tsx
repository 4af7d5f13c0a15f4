import '#platform/web/ui/tokens.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { messages } from '#apps/shared/messages.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { setZodWords } from '#platform/shared/field-words.ts'
import { makeQueryClient } from '#platform/web/reads.ts'
import { SessionProvider } from '#platform/web/session.ts'
import { setProductName } from '#platform/web/ui/page.tsx'
import { Toaster } from '#platform/web/ui/toast.tsx'
import { setWords } from '#platform/web/words.ts'
import { AppLayout } from '../layouts/app-layout.tsx'
import { NotFoundScreen } from '../layouts/not-found-screen.tsx'
import { PlainLayout } from '../layouts/plain-layout.tsx'
import { Controls } from './gallery-controls.tsx'
import { Lists } from './gallery-lists.tsx'
import { Phone } from './gallery-phone.tsx'

/** Every component on one page, inside the real frame: `vite`, then /apps/web/dev/gallery.html?at=/admin/officers. Never built. */
setZodWords()
setWords(messages)
setProductName('Gallery')

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toaster />
    </>
  ),
  notFoundComponent: NotFoundScreen,
})
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: AppLayout })
const plain = createRoute({ getParentRoute: () => root, id: 'plain', component: PlainLayout })
const at = (path: string, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => shell, path, component })

const router = createRouter({
  history: createMemoryHistory({
    initialEntries: [new URLSearchParams(location.search).get('at') ?? '/admin/dashboard'],
  }),
  routeTree: root.addChildren([
    shell.addChildren([
      at('/admin/dashboard', Controls),
      at('/admin/officers', Lists),
      at('/officer/dashboard', Phone),
      at('/officer/assignments', Lists),
    ]),
    plain.addChildren([createRoute({ getParentRoute: () => plain, path: '$', component: NotFoundScreen })]),
  ]),
})

const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={makeQueryClient()}>
        <SessionProvider endpoint={getSession}>
          <RouterProvider router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </CSPProvider>,
  )
