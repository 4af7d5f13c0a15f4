import { useEffect, useMemo, useRef } from 'react'
import { toast } from './toast.tsx'

/** For this screen's failures: the toast is dismissed when the screen closes. */
export const useToastHere = () => {
  const said = useRef(false)
  useEffect(
    () => () => {
      if (said.current) toast.dismiss()
    },
    [],
  )
  return useMemo(
    () => ({
      error: (title: string, text: string) => {
        said.current = true
        toast.error(title, text)
      },
      dismiss: () => {
        said.current = false
        toast.dismiss()
      },
    }),
    [],
  )
}
