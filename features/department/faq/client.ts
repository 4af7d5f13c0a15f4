import { useRead, useWrite } from '#platform/web/reads.ts'
import * as contract from './contract.ts'

const reads = [contract.listManaged, contract.listPublished] as const
const stale = { invalidates: reads }

/** The department's own FAQ; fetched only for its members. */
export const usePublished = (enabled: boolean) => useRead(contract.listPublished, {}, { enabled })
export const useManaged = () => useRead(contract.listManaged, {})
export const useCreateCategory = () => useWrite(contract.createCategory, stale)
export const useRenameCategory = () => useWrite(contract.renameCategory, stale)
export const useMoveCategory = () => useWrite(contract.moveCategory, stale)
export const useDeleteCategory = () => useWrite(contract.deleteCategory, stale)
export const useCreateEntry = () => useWrite(contract.createEntry, stale)
export const useEditEntry = () => useWrite(contract.editEntry, stale)
export const usePublishEntry = () => useWrite(contract.publishEntry, stale)
export const useMoveEntry = () => useWrite(contract.moveEntry, stale)
export const useDeleteEntry = () => useWrite(contract.deleteEntry, stale)
