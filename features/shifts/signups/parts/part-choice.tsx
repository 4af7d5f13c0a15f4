import { useState } from 'react'
import { counted } from '#platform/shared/text.ts'
import type { Range } from '#platform/shared/time.ts'
import { clock, duration, span } from '#platform/web/time.ts'
import { Field } from '#platform/web/ui/field.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import type { OpenJob } from '../contract.ts'
import { edgesOf, isFreeIn, longestFree, type Stretch, stretchesOf } from '../rules.places.ts'

type Post = OpenJob['posts'][number]
const length = (range: Range) => Date.parse(range.ends_at) - Date.parse(range.starts_at)

const leftOf = (post: Post, { held }: Stretch) => Math.max(0, post.required_count - held)
const placesWords = (n: number) => (n === 0 ? 'full' : `${counted(n, 'spot')} left`)

/** The post's time as a strip: free, taken, and the chosen part. Described in words for screen readers. */
const PartStrip = ({ post, zone, chosen }: { post: Post; zone: string; chosen: Range | null }) => {
  const from = Date.parse(post.starts_at)
  const unit = 240 / length(post)
  const x = (at: string) => (Date.parse(at) - from) * unit
  const stretches = stretchesOf(post, post.holds)
  const words = stretches.map(
    (one) => `${clock(one.starts_at, zone)}–${clock(one.ends_at, zone)}: ${placesWords(leftOf(post, one))}`,
  )
  return (
    <div className="w-full">
      <svg
        role="img"
        aria-label={words.join('; ')}
        viewBox="0 0 240 14"
        preserveAspectRatio="none"
        className="h-3.5 w-full"
      >
        {stretches.map((one) => (
          <rect
            key={one.starts_at}
            x={x(one.starts_at)}
            y={3}
            width={length(one) * unit}
            height={8}
            className={leftOf(post, one) === 0 ? 'fill-line-strong' : 'fill-ok-wash'}
          />
        ))}
        {chosen && (
          <rect
            x={x(chosen.starts_at)}
            y={0}
            width={length(chosen) * unit}
            height={14}
            className={isFreeIn(post, chosen, post.holds) ? 'fill-brand' : 'fill-warn'}
            opacity={0.75}
          />
        )}
      </svg>
      <span className="figures flex justify-between text-tiny text-soft">
        <span>{clock(post.starts_at, zone)}</span>
        <span>{clock(post.ends_at, zone)}</span>
      </span>
    </div>
  )
}

/** Chooses the part of a post's time to take: from and to, in whole increments. Returns the chosen range. */
export const usePart = (post: Post) => {
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null)
  const edges = edgesOf(post)
  const free = longestFree(post, post.holds)
  const standard = free ?? { starts_at: post.starts_at, ends_at: post.ends_at }
  const edgeOf = (own: string | undefined, other: string) =>
    own !== undefined && edges.includes(own) ? own : new Date(other).toISOString()
  const from = edgeOf(typed?.from, standard.starts_at)
  const to = edgeOf(typed?.to, standard.ends_at)
  return { part: { starts_at: from, ends_at: to }, edges, setPart: setTyped }
}

/** The strip with the two ends to choose, for a post that can be split. */
export const PartChoice = ({
  post,
  zone,
  choice,
}: {
  post: Post
  zone: string
  choice: ReturnType<typeof usePart>
}) => {
  const { part, edges, setPart } = choice
  const options = (list: readonly string[]) => list.map((value) => ({ value, label: clock(value, zone) }))
  const last = edges.at(-1) ?? part.ends_at
  return (
    <div className="flex w-full flex-col gap-2">
      <PartStrip post={post} zone={zone} chosen={part} />
      <div className="flex gap-2">
        <Field label="From" className="flex-1">
          {(ids) => (
            <Select
              {...ids}
              value={part.starts_at}
              onChange={(from) => setPart({ from, to: from < part.ends_at ? part.ends_at : last })}
              options={options(edges.slice(0, -1))}
            />
          )}
        </Field>
        <Field label="To" className="flex-1">
          {(ids) => (
            <Select
              {...ids}
              value={part.ends_at}
              onChange={(to) => setPart({ from: part.starts_at, to })}
              options={options(edges.filter((edge) => edge > part.starts_at))}
            />
          )}
        </Field>
      </div>
      <p className="text-small text-soft">
        {span(part.starts_at, part.ends_at, zone).length}
        {post.split_minutes === null ? '' : `, in blocks of ${duration(post.split_minutes)}`}
      </p>
    </div>
  )
}
