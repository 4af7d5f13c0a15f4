import { useRead, useWrite } from '#platform/web/reads.ts'
import { readSettings, setChoice, setChoices, setQuietHours } from './contract.settings.ts'
import { listLatest } from './contract.ts'

export const useSettings = () => useRead(readSettings, {})
export const useSetChoice = () => useWrite(setChoice, { invalidates: [readSettings, listLatest] })
export const useSetChoices = () => useWrite(setChoices, { invalidates: [readSettings, listLatest] })
export const useSetQuietHours = () => useWrite(setQuietHours, { invalidates: [readSettings] })
