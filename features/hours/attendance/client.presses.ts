import { checkIn, checkOut, undoCheckOut } from './contract.ts'

/** The calls that change whether an officer is on duty: the last of them on a device says it. */
export const dutyCalls: readonly string[] = [checkIn.name, checkOut.name, undoCheckOut.name]
