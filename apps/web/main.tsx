import '#platform/web/ui/tokens.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { getSession } from '#features/people/sessions/contract.ts'
import { setZodWords } from '#platform/shared/field-words.ts'
import { commonMessages } from '#platform/shared/refusals.ts'
import { type ApiError, listenForRefusals } from '#platform/web/api.ts'
import { listenForInstall } from '#platform/web/install.ts'
import { setNotThere } from '#platform/web/not-there.tsx'
import { makeQueryClient } from '#platform/web/reads.ts'
import {
  departure,
  forgetSession,
  isEnd,
  isSignedIn,
  listenForEnd,
  listenToTabs,
  meetEnd,
  renewSession,
  SessionProvider,
} from '#platform/web/session.ts'
import { endOf } from '#platform/web/session-ends.ts'
import { setStore } from '#platform/web/stored.ts'
import { setProductName } from '#platform/web/ui/page.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { fetchWords, setWords } from '#platform/web/words.ts'
import { clearAppConfig } from './app-config.ts'
import { NotFoundScreen } from './layouts/not-found-screen.tsx'
import { product } from './product.ts'
import { endPushes } from './push-end.ts'
import { makeRouter } from './router.tsx'
import { said } from './said.ts'

setZodWords()
setWords(commonMessages, async () => (await import('#apps/shared/messages.ts')).messages)
setProductName(product)
setStore(() => import('#platform/web/stored-reads.ts'))
setNotThere(NotFoundScreen)
listenForInstall()

const accessRefusals = new Set([
  'second_factor_needed',
  'trial_expired',
  'feature_not_available',
  'not_allowed',
  'waiting_for_approval',
])
const client = makeQueryClient()
const router = makeRouter()
listenToTabs(client)
const noticeRefusal = ({ code, details }: ApiError) => {
  if (code === 'notice_not_accepted') return void renewSession(client)
  // The server knows why; its reason is more reliable than a guess from this device's clock.
  const why = code === 'not_signed_in' && isEnd(details.ended) ? details.ended : null
  if (!isSignedIn(client)) return why && meetEnd(why)
  if (code === 'not_signed_in') void forgetSession(client, departure() ? 'signed_out' : (why ?? endOf()))
  // The screen was out of date: the person's access or the department's features changed.
  else if (accessRefusals.has(code)) void renewSession(client)
}
listenForRefusals((error) => {
  noticeRefusal(error)
  return fetchWords(error.code)
})
listenForEnd((why) => {
  if (why === 'signed_out') return void endPushes().catch(() => undefined)
  const { title, text } = said.ended[why]
  // The toast stays until the person is back.
  toast.warning(title, text, { duration: Number.POSITIVE_INFINITY })
}, clearAppConfig)

const draw = () =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <SessionProvider endpoint={getSession}>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
// Capacitor sets it before any script of the page.
if ('Capacitor' in window)
  void import('./native/start.ts').then(({ startNative }) => startNative(client, router.history)).then(draw)
else draw()
