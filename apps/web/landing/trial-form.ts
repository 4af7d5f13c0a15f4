import {
  type Field,
  faultsOf,
  fields,
  type Kept,
  readKept,
  requestOf,
  type Typed,
} from '#features/vendor/requests/rules.demo.ts'

/** The text of specification section 8, verbatim. */
const said = {
  sent: { title: 'Trial Request Submitted!', text: "We'll contact you within 24 hours to set up your free trial." },
  failed: { title: 'Error', text: 'Failed to submit request. Please try again.' },
} as const
/** Shown under the form while the browser holds a request it could not send. */
const waits =
  "Your request wasn't sent. It's kept on this device for up to 24 hours and sent when you're back online or reopen this page."
const tooMany = 'Too many requests from your network. Please try again in an hour.'

const keptUnder = 'trial_request'
/** Delay before the single retry while online. */
const againAfterMs = 20_000

type Outcome = 'stored' | 'unreachable' | 'too_many' | { faults: Partial<Record<string, string>> }

/** Makes one call. Its id is also its idempotency key: however often it arrives, it is stored once. */
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

/** Keeps text that is typed but not sent, for this tab: a reload loses nothing. */
const draftUnder = 'draft:trial'
const keepDraft = (typed: Typed | null): void => {
  try {
    if (typed) sessionStorage.setItem(draftUnder, JSON.stringify(typed))
    else sessionStorage.removeItem(draftUnder)
  } catch {
    // No storage: the form still works, but a reload starts over.
  }
}
const readDraft = (): Readonly<Record<string, unknown>> => {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(draftUnder) ?? '{}')
    return typeof draft === 'object' && draft !== null ? { ...draft } : {}
  } catch {
    return {}
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

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

let hides: ReturnType<typeof setTimeout> | undefined
/** One toast at a time. */
export const toast = ({ title, text }: { title: string; text: string }, tone: 'ok' | 'bad') => {
  const place = document.getElementById('toast')
  if (!place) return
  const box = document.createElement('div')
  box.className = `toast toast-${tone}`
  const head = document.createElement('strong')
  head.textContent = title
  const words = document.createElement('span')
  words.textContent = text
  box.append(head, words)
  place.classList.remove('toasts-above')
  place.replaceChildren(box)
  const pressed = document.querySelector('#trial-form button')?.getBoundingClientRect()
  // Never cover the button that triggered it.
  if (pressed && overlap(box.getBoundingClientRect(), pressed)) place.classList.add('toasts-above')
  clearTimeout(hides)
  hides = setTimeout(() => place.replaceChildren(), 10_000)
}

/** The elements on the page, and what is remembered between attempts to send. */
type Trial = {
  form: HTMLFormElement
  /** The line under the form. */
  under: HTMLElement
  /** The panel that replaces the form once the request is stored. */
  received: HTMLElement
  button: HTMLButtonElement
  again: ReturnType<typeof setTimeout> | undefined
  last: { id: string; body: string } | null
}

const trialOnPage = (): Trial | null => {
  const form = document.getElementById('trial-form')
  const under = document.getElementById('trial-said')
  const received = document.getElementById('trial-received')
  const button = form?.querySelector('button')
  if (!(form instanceof HTMLFormElement) || !under || !received || !button) return null
  return { form, under, received, button, again: undefined, last: null }
}

const fill = (form: HTMLFormElement, typed: Readonly<Record<string, unknown>>) => {
  for (const name of fields) {
    const control = controlOf(form, name)
    const text = typed[name]
    if (control && control.value === '' && typeof text === 'string') control.value = text
  }
}

/** The panel replaces the form only if the form still holds what was sent. */
const receive = (trial: Trial, sent: Typed) => {
  const { form, received } = trial
  trial.last = null
  const now = typedIn(form)
  if (fields.some((name) => now[name] !== '' && now[name] !== sent[name])) return
  keepDraft(null)
  const focused = form.contains(document.activeElement)
  form.reset()
  form.hidden = true
  received.hidden = false
  if (focused) received.focus({ preventScroll: true })
  if (focused) received.scrollIntoView({ block: 'nearest' })
}

/** Shows the outcome of an attempt to send this text. */
const tell = (trial: Trial, outcome: Outcome, typed: Typed): void => {
  trial.under.textContent = ''
  if (outcome === 'stored') {
    receive(trial, typed)
    toast(said.sent, 'ok')
    return
  }
  if (typeof outcome === 'object') {
    for (const name of fields) showFault(trial.form, name, outcome.faults[name])
  }
  if (outcome === 'too_many') trial.under.textContent = tooMany
  toast(said.failed, 'bad')
}

/** The single retry. The stored request is removed from the device first: whether or not it is sent, there is no third attempt. */
const sendAgain = async (trial: Trial) => {
  clearTimeout(trial.again)
  const kept = takeKept()
  if (!kept) return
  const outcome = await send(kept, '')
  tell(trial, outcome, kept.typed)
  // Nothing typed is lost: it goes back into the form, to be sent manually.
  if (outcome === 'stored') return
  trial.last = { id: kept.id, body: JSON.stringify(kept.typed) }
  fill(trial.form, kept.typed)
  keepDraft(typedIn(trial.form))
}

const sendLater = (trial: Trial, kept: Kept) => {
  if (!keep(kept)) return tell(trial, 'unreachable', kept.typed)
  trial.under.textContent = waits
  if (navigator.onLine) trial.again = setTimeout(() => void sendAgain(trial), againAfterMs)
}

const submit = async (trial: Trial) => {
  const { form, under, button } = trial
  if (button.getAttribute('aria-disabled') === 'true') return
  const typed = typedIn(form)
  const faults = faultsOf(typed)
  for (const name of fields) showFault(form, name, faults[name])
  const first = fields.find((name) => faults[name])
  if (first) return controlOf(form, first)?.focus()
  // Submitting manually replaces the pending request.
  clearTimeout(trial.again)
  takeKept()
  const body = JSON.stringify(typed)
  // Submitting the same text twice counts as the same request.
  const last = trial.last?.body === body ? trial.last : { id: crypto.randomUUID(), body }
  trial.last = last
  button.setAttribute('aria-disabled', 'true')
  under.textContent = 'Sending…'
  const kept = { id: last.id, since: Date.now(), typed }
  const outcome = await send(kept, textIn(form, 'website'))
  button.removeAttribute('aria-disabled')
  if (outcome === 'unreachable') sendLater(trial, kept)
  else tell(trial, outcome, typed)
}

export const startForm = () => {
  const trial = trialOnPage()
  if (!trial) return
  const { form } = trial
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(trial)
  })
  form.addEventListener('input', (event) => {
    keepDraft(typedIn(form))
    const { target } = event
    const name = fields.find((one) => target === controlOf(form, one))
    if (name && !faultsOf(typedIn(form))[name]) showFault(form, name, undefined)
  })
  fill(form, readDraft())
  addEventListener('online', () => void sendAgain(trial))
  void sendAgain(trial)
}
