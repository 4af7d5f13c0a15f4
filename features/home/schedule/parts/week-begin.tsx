import { Button } from '#platform/web/ui/button.tsx'
import { useSetUrl } from '#platform/web/url.ts'
import { setWeekBegins, useWeekBegins } from '../client.begin.ts'

/** Beside the week's arrows: calendar weeks, or seven days from today and so on from there. Turning it on shows today. */
export const FromToday = () => {
  const setUrl = useSetUrl()
  const on = useWeekBegins() === 'today'
  const press = () => {
    setWeekBegins(on ? 'sunday' : 'today')
    if (!on) setUrl({ day: null, week: null })
  }
  return (
    <Button look={on ? 'plain' : 'quiet'} className="px-2" aria-pressed={on} onClick={press}>
      7 days from today
    </Button>
  )
}
