import Zap from 'lucide-react/icons/zap'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import type { Location } from '#features/shifts/locations/contract.ts'
import { dateWords } from '#platform/shared/when.ts'
import { useNow } from '#platform/web/clock.ts'
import { useOrganization } from '#platform/web/session.ts'
import { clockOf } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { InputWith } from '#platform/web/ui/input.tsx'
import { fillQuick, quickValues } from '../client.quick.ts'
import type { EditorValues } from '../client.ts'
import type { Quick, QuickAsk } from '../rules.quick.ts'
import type { EditorForm } from './editor-times.tsx'

type Read = (typed: string, ask: QuickAsk) => Quick

/** The reader comes when the first letter is typed: most shifts are posted without it. */
const useReader = (wanted: boolean): Read | null => {
  const [read, setRead] = useState<{ of: Read } | null>(null)
  useEffect(() => {
    if (!wanted) return
    let gone = false
    void import('../rules.quick.ts').then(({ readQuick }) => !gone && setRead({ of: readQuick }))
    return () => {
      gone = true
    }
  }, [wanted])
  return read?.of ?? null
}

/** What the line was understood as, in the words of the form. */
const understood = ({ date, start, end, spots, location }: Quick): string[] =>
  [
    date && dateWords(date),
    start &&
      (end
        ? `${clockOf(start)}–${clockOf(end)}${end <= start ? ', ends the next day' : ''}`
        : `from ${clockOf(start)}`),
    spots && `${spots} ${spots === 1 ? 'spot' : 'spots'}`,
    location,
  ].filter((one) => typeof one === 'string' && one !== '') as string[]

const Understood = ({ quick, filled }: { quick: Quick; filled: boolean }) => {
  const parts = understood(quick)
  return (
    <>
      {filled ? 'Filled in: ' : 'Understood: '}
      <span className="text-ink">
        {[...parts, quick.title && `title "${quick.title}"`].filter(Boolean).join(' · ') || 'nothing yet'}
      </span>
      {!filled && ' · Press Enter to fill in'}
      {quick.unread.length > 0 && <span className="block text-warn">Not understood: {quick.unread.join(', ')}.</span>}
      {parts.length === 0 && quick.unread.length === 0 && (
        <span className="block text-warn">No date, times or spots understood.</span>
      )}
      {quick.repeat !== null && (
        <span className="block text-warn">
          Quick entry can't repeat a shift: "{quick.repeat}". Use "Repeat and time zone" below.
        </span>
      )}
    </>
  )
}

/** `start`: the form's defaults, without a restored draft. */
type Props = { form: EditorForm; start: EditorValues; zone: string; locations: readonly Location[] }

/** What is typed, how it is understood, and the press that fills the form with it. */
const useQuick = ({ form, start, zone, locations }: Props) => {
  /** The values before any change by hand. */
  const seen = useRef(quickValues(form.getValues()))
  const typed = useWatch({ control: form.control, name: 'quick' })
  const verified = useOrganization().features_enabled.location_verification
  const [filled, setFilled] = useState<string | null>(null)
  /** What Enter was pressed on before the reader had come. */
  const [asked, setAsked] = useState<string | null>(null)
  const now = useNow()
  const read = useReader(typed !== '')
  const quick =
    read && typed.trim() !== '' ? read(typed, { now, zone, locations: locations.map(({ name }) => name) }) : null
  const fill = () => {
    if (!quick) return setAsked(typed)
    fillQuick(form, quick, { start, seen: seen.current }, locations, verified)
    seen.current = quickValues(form.getValues())
    setFilled(typed)
    setAsked(null)
  }
  const refused = useRefused(form)
  useEffect(() => {
    // A form without a title was refused: what stands in the line was left there by mistake, and is seen below before the next try.
    const forgotten = refused() && filled !== typed && form.getValues('title').trim() === ''
    if (quick && (asked === typed || forgotten)) fill()
  })
  return { typed, quick, fill, filled: filled === typed }
}

/** Tells once of each refused try. */
const useRefused = (form: EditorForm): (() => boolean) => {
  const { submitCount, isSubmitting } = useFormState({ control: form.control })
  const seen = useRef(submitCount)
  return () => {
    if (isSubmitting || seen.current === submitCount) return false
    seen.current = submitCount
    return true
  }
}

/** A whole shift in one line. Enter puts it into the fields below; nothing is saved before it was seen there. */
export const QuickEntry = (props: Props) => {
  const { form } = props
  const { typed, quick, fill, filled } = useQuick(props)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter sends a form; this one is filled first.
    event.preventDefault()
    fill()
  }
  return (
    <div className="flex items-end gap-2 max-md:flex-col max-md:items-stretch">
      <Field
        label="Quick entry"
        className="flex-1"
        hint={
          quick ? (
            <span aria-live="polite">
              <Understood quick={quick} filled={filled} />
            </span>
          ) : (
            'Type a shift in one line, such as "fri 18-02 2 officers stadium gate".'
          )
        }
      >
        {(control) => (
          <span className="flex gap-2 max-md:flex-col">
            <InputWith
              {...control}
              autoFocus
              before={<Zap aria-hidden />}
              value={typed}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => form.setValue('quick', event.target.value, { shouldDirty: true })}
              onKeyDown={onKeyDown}
            />
            <Button onClick={fill} className="whitespace-nowrap" why={quick ? null : 'Type a shift first.'}>
              Fill in
            </Button>
          </span>
        )}
      </Field>
    </div>
  )
}
