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
    <Button
      look={on ? 'tint' : 'quiet'}
      className="max-md:px-2!"
      aria-label="7 days from today"
      aria-pressed={on}
      onClick={press}
    >
      {/* A narrow phone has room for it beside the arrows only in short. */}
      <span className="min-[24rem]:hidden">From today</span>
      <span className="hidden min-[24rem]:inline">7 days from today</span>
    </Button>
  )
}
