import '#platform/web/ui/tokens.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { getSession } from '#features/sessions/contract.ts'
import { type ApiError, listenForRefusals } from '#platform/web/api.ts'
import { setZodWords } from '#platform/web/forms/zod-words.ts'
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
import { setProductName } from '#platform/web/ui/page.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { fetchWords, setWords } from '#platform/web/words.ts'
import { clearAppConfig } from './app-config.ts'
import { NotFoundScreen } from './layouts/not-found-screen.tsx'
import { commonMessages } from './messages.every-call.ts'
import { product } from './product.ts'
import { makeRouter } from './router.tsx'
import { said } from './said.ts'

setZodWords()
setWords(commonMessages, async () => (await import('./messages.ts')).messages)
setProductName(product)
setNotThere(NotFoundScreen)

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
  // The server knows why; its word is worth more than what the clock of this device makes of it.
  const why = code === 'not_signed_in' && isEnd(details.ended) ? details.ended : null
  if (!isSignedIn(client)) return why && meetEnd(why)
  if (code === 'not_signed_in') void forgetSession(client, departure() ? 'signed_out' : (why ?? endOf()))
  // The screen believed otherwise: who one is, or what the department has, changed.
  else if (accessRefusals.has(code)) void renewSession(client)
}
listenForRefusals((error) => {
  noticeRefusal(error)
  return fetchWords(error.code)
})
listenForEnd((why) => {
  clearAppConfig()
  if (why === 'signed_out') return
  const { title, text } = said.ended[why]
  // It stays until the person is back.
  toast.warning(title, text, { duration: Number.POSITIVE_INFINITY })
})

const place = document.getElementById('root')
if (!place) throw new Error('the page has no #root')
createRoot(place).render(
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
