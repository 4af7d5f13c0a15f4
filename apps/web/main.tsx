import '#platform/web/ui/tokens.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { getSession } from '#features/sessions/contract.ts'
import { listenForRefusals } from '#platform/web/api.ts'
import { setZodWords } from '#platform/web/forms/zod-words.ts'
import { setNotThere } from '#platform/web/not-there.tsx'
import { makeQueryClient } from '#platform/web/reads.ts'
import { forgetSession, isSignedIn, listenToTabs, renewSession, SessionSource } from '#platform/web/session.ts'
import { setProductName } from '#platform/web/ui/page.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { setWords } from '#platform/web/words.ts'
import { NotFoundScreen } from './layouts/not-found-screen.tsx'
import { messages } from './messages.ts'
import { product } from './product.ts'
import { makeRouter } from './router.tsx'

setZodWords()
setWords(messages)
setProductName(product)
setNotThere(NotFoundScreen)

const client = makeQueryClient()
const router = makeRouter()
listenToTabs(client)
listenForRefusals((error) => {
  if (error.code === 'notice_not_accepted') return void renewSession(client)
  if (error.code !== 'not_signed_in' || !isSignedIn(client)) return
  void forgetSession(client)
  toast.warning(messages.not_signed_in.title, messages.not_signed_in.text)
})

const place = document.getElementById('root')
if (!place) throw new Error('the page has no #root')
createRoot(place).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <SessionSource value={getSession}>
          <RouterProvider router={router} />
        </SessionSource>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
