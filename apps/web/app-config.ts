import type { Session } from '#platform/web/session.ts'
import { product, tagline } from './product.ts'

/**
 * `app config` of specification section 3, stored locally without secrets: the frame looks right before the server responds, and
 * is cleared on sign-out.
 */
export type AppConfig = {
  id: string
  organization_id: string
  app_name: string
  tagline: string
  theme_config: { primary_color: string; logo_url: string | null }
  features_enabled: Readonly<Record<string, boolean>>
}

const key = 'app_config'

export const taglineOf = ({ name }: { name: string }): string => `${name} - ${tagline}`

const appConfigOf = (organization: NonNullable<Session['organization']>, appName: string): AppConfig => ({
  id: organization.id,
  organization_id: organization.id,
  app_name: appName,
  tagline: taglineOf(organization),
  theme_config: { primary_color: organization.primary_color, logo_url: organization.logo_url },
  features_enabled: organization.features_enabled,
})

export const saveAppConfig = (organization: NonNullable<Session['organization']>): void => {
  try {
    localStorage.setItem(key, JSON.stringify(appConfigOf(organization, product)))
  } catch {
    // No storage: the frame waits for the session response instead.
  }
}

export const readAppConfig = (): AppConfig | null => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as AppConfig | null
    return kept && typeof kept.tagline === 'string' && typeof kept.features_enabled === 'object' ? kept : null
  } catch {
    return null
  }
}

export const clearAppConfig = (): void => {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
