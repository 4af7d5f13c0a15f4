import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { keepFile } from '#platform/web/save-file.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { readShiftFile } from '../contract.ts'

type Props = { signup_id: string; title: string }

const useFile = ({ signup_id }: Props) => {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await call(readShiftFile, { signup_id })
      await keepFile(new Blob([file.text], { type: 'text/calendar;charset=utf-8' }), file.name)
      toast.success('Calendar file saved', "Open it to add the shift. This copy won't update if the shift changes.")
    } catch (error) {
      toast.failure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, save: () => void (busy || save()) }
}

/** On the page of a shift. */
export const AddToCalendar = (props: Props) => {
  const { busy, save } = useFile(props)
  return (
    <Button busy={busy} icon={<CalendarPlus aria-hidden />} onClick={save}>
      Add to calendar
    </Button>
  )
}

/** At the end of a row. */
export const AddRowToCalendar = (props: Props) => {
  const { busy, save } = useFile(props)
  return (
    <IconButton
      label={`Add to calendar: ${props.title}`}
      icon={<CalendarPlus aria-hidden />}
      aria-busy={busy || undefined}
      className="no-print mr-1"
      onClick={save}
    />
  )
}
