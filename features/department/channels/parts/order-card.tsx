import type { OutputOf } from '#platform/shared/endpoint.ts'
import { counted } from '#platform/shared/text.ts'
import { useRead, useWrite } from '#platform/web/reads.ts'
import { useMay } from '#platform/web/support.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { CardSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { readOrders, setOrder } from '../contract.orders.ts'
import { isAnswerable, stepMinutes } from '../rules.ts'
import { appWords, channelWords, eventWords, minutesWords } from '../words.ts'

type Orders = OutputOf<typeof readOrders>
type Item = Orders['items'][number]
type Step = 'text' | 'call'

const choices = [null, ...stepMinutes]
const optionsOf = (step: Step) =>
  choices.map((minutes) => ({ value: String(minutes), label: minutesWords(minutes, step) }))
const options = { text: optionsOf('text'), call: optionsOf('call') }
const chosen = (value: string | number | null) => choices.find((one) => String(one) === String(value)) ?? null

const Row = ({ item, calling }: { item: Item; calling: boolean }) => {
  const set = useWrite(setOrder, { invalidates: [readOrders] })
  const may = useMay()(setOrder)
  const label = eventWords(item.event)
  const choose = async (step: Step, value: string) => {
    const minutes = chosen(value)
    try {
      await set.run({
        event: item.event,
        text_after: step === 'text' ? minutes : chosen(item.text_after),
        call_after: step === 'call' ? minutes : chosen(item.call_after),
      })
      toast.success(
        'Channel order saved',
        `${label}, ${channelWords[step].toLowerCase()}: ${minutesWords(minutes, step).toLowerCase()}.`,
      )
    } catch (error) {
      toast.failure(error)
    }
  }
  // Without a provider for calls there is nothing to choose.
  const steps: readonly Step[] = calling && isAnswerable(item.event) ? ['text', 'call'] : ['text']
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-line">
      <span className="min-w-48 flex-1">{label}</span>
      {steps.map((step) => (
        <div key={step} className="w-full sm:w-48">
          {calling && <p className="text-small text-faint">{channelWords[step]}</p>}
          <Select
            aria-label={`${channelWords[step]}: ${label}`}
            value={String(step === 'text' ? item.text_after : item.call_after)}
            options={options[step]}
            disabled={set.pending || !may}
            onChange={(value) => void choose(step, value)}
          />
        </div>
      ))}
      {calling && steps.length === 1 && <div className="hidden sm:block sm:w-48" />}
    </li>
  )
}

const money = ({ currency, amount }: Orders['month']['prices'][number]): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency })

/** What the month cost, as far as the provider says. */
const Cost = ({ month, calling }: { month: Orders['month']; calling: boolean }) => {
  const { texts, segments, calls, minutes, prices } = month
  const sent = [
    `${counted(texts, 'text message')}, ${counted(segments, 'billed segment')}`,
    ...(calling || calls > 0 ? [`${counted(calls, 'call')}, ${counted(minutes, 'billed minute')}`] : []),
  ]
  if (texts + calls === 0)
    return <p className="text-small text-faint">No text messages{calling && ' or calls'} this month.</p>
  const priced = prices.reduce((all, one) => all + one.count, 0)
  return (
    <p className="figures text-small text-faint">
      This month, with codes that confirm phones: {sent.join('; ')}.{' '}
      {priced > 0
        ? `Cost: ${prices.map(money).join(' and ')}, reported by the provider for ${priced.toLocaleString('en-US')} of ${(texts + calls).toLocaleString('en-US')} messages and calls.`
        : "The provider hasn't reported a price."}
    </p>
  )
}

const Missing = ({ texting, calling }: { texting: boolean; calling: boolean }) => {
  if (!texting)
    return (
      <Notice tone="warn" title="Text messages and voice calls aren't set up">
        Watchbill isn't connected to a text message provider, so notifications go out in the app, by push and by email
        only. Your Watchbill operator can connect one.
      </Notice>
    )
  return calling ? null : (
    <Notice tone="warn" title="Voice calls aren't set up">
      Watchbill isn't connected to a voice call provider, so no one gets calls. Your Watchbill operator can connect one.
    </Notice>
  )
}

const MissingPush = ({ platform }: { platform: Orders['push_missing'][number] }) => {
  const { app, service } = appWords[platform]
  return (
    <Notice tone="warn" title={`Push notifications to the ${app} aren't set up`}>
      Watchbill isn't connected to {service}'s push service, so the {app} can't receive push notifications. Ask your
      Watchbill operator to set up the connection.
    </Notice>
  )
}

/** The department's order of channels: how long after the push a text message and a call follow, and what is missing. */
export const OrderCard = () => {
  const read = useRead(readOrders, {})
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <CardSkeleton lines={5} />
  const { texting, calling, push_missing, items, month, people } = read.data
  return (
    <Card
      title="Push notifications, text messages and calls"
      hint="In-app, push and email notifications go out right away. Choose when a text message and a call follow if the officer hasn't answered."
    >
      <div className="flex flex-col gap-4">
        <Missing texting={texting} calling={calling} />
        {push_missing.map((platform) => (
          <MissingPush key={platform} platform={platform} />
        ))}
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <Row key={item.event} item={item} calling={calling} />
          ))}
        </ul>
        <p className="figures text-small text-faint">
          Of {counted(people.all, 'person', 'people')}, {people.with_push.toLocaleString('en-US')} turned on push,{' '}
          {people.with_phone.toLocaleString('en-US')} confirmed a phone and {people.with_calls.toLocaleString('en-US')}{' '}
          agreed to calls.
        </p>
        <Cost month={month} calling={calling} />
        <p className="text-small text-faint">
          Only order-ins go out during quiet hours. Officers without a push device get the text message right away; a
          call always waits. No one is called after answering.
        </p>
      </div>
    </Card>
  )
}
