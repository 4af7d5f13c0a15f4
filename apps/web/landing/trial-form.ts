import {
  type Field,
  faultsOf,
  fields,
  type Kept,
  readKept,
  requestOf,
  type Typed,
} from '#features/demo-requests/rules.ts'

/** The words of specification section 8, letter by letter. */
export const said = {
  sent: { title: 'Trial Request Submitted!', text: "We'll contact you within 24 hours to set up your free trial." },
  failed: { title: 'Error', text: 'Failed to submit request. Please try again.' },
} as const
/** What stands under the form while the browser holds the request. */
const waits =
  'Your request could not be sent. It is kept on this device for up to 24 hours and sent once more when you are back online or open this page again.'
const tooMany = 'Too many requests came from here. Please try again in an hour.'

const keptUnder = 'trial_request'
/** With a connection there, how long until the one more try. */
const againAfterMs = 20_000

type Outcome = 'stored' | 'unreachable' | 'too_many' | { faults: Partial<Record<string, string>> }

/** One call. Its id is its key too: however often it arrives, it is stored once. */
const send = async (kept: Kept, website: string): Promise<Outcome> => {
  try {
    const answer = await fetch('/api/demo-requests', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': kept.id },
      body: JSON.stringify({ id: kept.id, ...requestOf(kept.typed), website }),
      signal: AbortSignal.timeout(15_000),
    })
    if (answer.ok) return 'stored'
    if (answer.status === 429) return 'too_many'
    if (answer.status !== 400) return 'unreachable'
    const { error } = await answer.json()
    return {
      faults: Object.fromEntries(
        (error.fields ?? []).map((f: { field: string; message: string }) => [f.field, f.message]),
      ),
    }
  } catch {
    return 'unreachable'
  }
}

const keep = (kept: Kept): boolean => {
  try {
    localStorage.setItem(keptUnder, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}
const takeKept = (): Kept | null => {
  try {
    const kept = readKept(localStorage.getItem(keptUnder), Date.now())
    localStorage.removeItem(keptUnder)
    return kept
  } catch {
    return null
  }
}

const controlOf = (form: HTMLFormElement, name: string) => {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : null
}
const textIn = (form: HTMLFormElement, name: string) => controlOf(form, name)?.value ?? ''
const typedIn = (form: HTMLFormElement): Typed => ({
  organizationName: textIn(form, 'organizationName'),
  contactName: textIn(form, 'contactName'),
  email: textIn(form, 'email'),
  phone: textIn(form, 'phone'),
  teamSize: textIn(form, 'teamSize'),
  message: textIn(form, 'message'),
})

const showFault = (form: HTMLFormElement, name: Field, words: string | undefined) => {
  const place = document.getElementById(`trial-${name}-fault`)
  controlOf(form, name)?.setAttribute('aria-invalid', String(words !== undefined))
  if (!place) return
  place.textContent = words ?? ''
  place.hidden = words === undefined
}

let hides: ReturnType<typeof setTimeout> | undefined
/** One toast at a time. */
export const toast = ({ title, text }: { title: string; text: string }, tone: 'ok' | 'bad') => {
  const place = document.getElementById('toast')
  if (!place) return
  const box = document.createElement('div')
  box.className = `toast ${tone}`
  const head = document.createElement('strong')
  head.textContent = title
  const words = document.createElement('span')
  words.textContent = text
  box.append(head, words)
  place.replaceChildren(box)
  clearTimeout(hides)
  hides = setTimeout(() => place.replaceChildren(), 10_000)
}

export const startForm = () => {
  const form = document.getElementById('trial-form')
  const under = document.getElementById('trial-said')
  const button = form?.querySelector('button')
  if (!(form instanceof HTMLFormElement) || !under || !button) return
  let again: ReturnType<typeof setTimeout> | undefined
  let last: { id: string; body: string } | null = null

  /** What came of a try; whether the form may be emptied. */
  const tell = (outcome: Outcome): void => {
    under.textContent = ''
    if (outcome === 'stored') {
      toast(said.sent, 'ok')
      under.textContent = `${said.sent.title} ${said.sent.text}`
      form.reset()
      last = null
      return
    }
    if (typeof outcome === 'object') {
      for (const name of fields) showFault(form, name, outcome.faults[name])
    }
    if (outcome === 'too_many') under.textContent = tooMany
    toast(said.failed, 'bad')
  }

  /** The one more try. What was kept leaves the device first: sent or not, it is not tried a third time. */
  const sendAgain = async () => {
    clearTimeout(again)
    const kept = takeKept()
    if (!kept) return
    const outcome = await send(kept, '')
    tell(outcome)
    // Nothing typed is lost: it stands in the form again, to be sent by hand.
    if (outcome === 'stored') return
    last = { id: kept.id, body: JSON.stringify(kept.typed) }
    for (const name of fields) {
      const control = controlOf(form, name)
      if (control && control.value === '') control.value = kept.typed[name]
    }
  }
  const later = (kept: Kept) => {
    if (!keep(kept)) return tell('unreachable')
    under.textContent = waits
    if (navigator.onLine) again = setTimeout(() => void sendAgain(), againAfterMs)
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.getAttribute('aria-disabled') === 'true') return
    const typed = typedIn(form)
    const faults = faultsOf(typed)
    for (const name of fields) showFault(form, name, faults[name])
    const first = fields.find((name) => faults[name])
    if (first) return controlOf(form, first)?.focus()
    // A press by hand replaces what waits.
    clearTimeout(again)
    takeKept()
    const body = JSON.stringify(typed)
    // The same words pressed twice are the same request.
    if (last?.body !== body) last = { id: crypto.randomUUID(), body }
    button.setAttribute('aria-disabled', 'true')
    under.textContent = 'Sending …'
    const kept = { id: last.id, since: Date.now(), typed }
    const outcome = await send(kept, textIn(form, 'website'))
    button.removeAttribute('aria-disabled')
    if (outcome === 'unreachable') later(kept)
    else tell(outcome)
  })
  form.addEventListener('input', (event) => {
    const { target } = event
    const name = fields.find((one) => target === controlOf(form, one))
    if (name && !faultsOf(typedIn(form))[name]) showFault(form, name, undefined)
  })
  addEventListener('online', () => void sendAgain())
  void sendAgain()
}
