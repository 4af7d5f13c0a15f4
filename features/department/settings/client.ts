import type { InputOf } from '#platform/shared/endpoint.ts'
import type { ContractForm } from '#platform/web/forms/contract-form.ts'
import type { editSettings } from './contract.ts'

export type SettingsValues = InputOf<typeof editSettings>
/** The single form for all settings; each section renders its fields. */
export type SettingsForm = ContractForm<SettingsValues>
